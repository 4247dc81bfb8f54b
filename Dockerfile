# Two images of one source:
#   docker build --target app    -t tdd-loop-app .      the GitHub App's server
#   docker build --target runner -t tdd-loop-runner .   the container that jobs run in

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node .github/scripts/build.mjs

FROM node:24-bookworm-slim AS app
LABEL org.opencontainers.image.title="tdd-loop app" \
      org.opencontainers.image.description="GitHub App that starts test-first runs and judges file-gate" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0
WORKDIR /app
COPY --from=build /build/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/app.js"]

FROM node:24-bookworm-slim AS runner
LABEL org.opencontainers.image.title="tdd-loop runner" \
      org.opencontainers.image.description="Job container of tdd-loop: git, bubblewrap and common toolchains" \
      org.opencontainers.image.licenses="MIT"
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    bubblewrap \
    build-essential \
    ca-certificates \
    default-jdk-headless \
    git \
    golang-go \
    maven \
    openssh-client \
    php-cli \
    procps \
    python3 \
    python3-pip \
    python3-pytest \
    python3-venv \
    ruby \
    util-linux \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/tdd-loop
COPY --from=build /build/dist ./dist
COPY action.yml ./
RUN ln -s /opt/tdd-loop/dist/cli.js /usr/local/bin/tdd-loop
USER node
WORKDIR /home/node
HEALTHCHECK NONE
CMD ["tdd-loop", "doctor"]
