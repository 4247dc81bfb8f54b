/** Modules by which code leaves its process: files, network, databases, frameworks (S3-33). */
const SCRIPT =
  /^(?:node:)?(?:fs(?:\/promises)?|https?|http2|net|tls|dgram|dns|child_process|cluster|worker_threads)$|^(?:express|fastify|koa|@?hapi|@nestjs|next|axios|node-fetch|got|undici|ky|superagent|pg|mysql2?|better-sqlite3|sqlite3|mongodb|mongoose|typeorm|@prisma|sequelize|knex|redis|ioredis|kafkajs|amqplib|aws-sdk|@aws-sdk|nodemailer)(?:\/|$)/;
const PYTHON =
  /^(?:sqlalchemy|django|flask|fastapi|starlette|requests|httpx|aiohttp|urllib3?|http|socket|ssl|subprocess|sqlite3|psycopg2?|pymysql|pymongo|redis|boto3|botocore|celery|smtplib|ftplib)(?:\.|$)/;
const GO =
  /^(?:net(?:\/.*)?|database\/sql|os\/exec|gorm\.io\/.*|github\.com\/(?:gin-gonic|labstack|go-chi|gofiber|jackc|lib\/pq|redis)\b.*)$/;

/** Whether a module of this name does what the domain leaves to the infrastructure. */
export function isOutsideWorld(path: string, name: string): boolean {
  if (/\.[cm]?[jt]sx?$/.test(path)) return SCRIPT.test(name);
  if (/\.pyi?$/.test(path)) return PYTHON.test(name);
  return path.endsWith(".go") && GO.test(name);
}
