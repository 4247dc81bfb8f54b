import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import type { RequestRecord } from "../../src/forge/world.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.0's `nullable` as JSON Schema says it. */
function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== "object") return value;
  const { nullable, ...rest } = value as Json;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, one]) => [key, convert(one)]),
  );
  if (nullable !== true) return converted;
  if (typeof converted["type"] === "string" && !converted["enum"]) {
    return { ...converted, type: [converted["type"], "null"] };
  }
  return { anyOf: [converted, { type: "null" }] };
}

interface Answer {
  readonly content?: Record<string, { schema?: unknown }>;
  readonly $ref?: string;
}
interface Contract {
  paths: Record<
    string,
    Record<string, { requestBody?: Answer; responses: Record<string, Answer> }>
  >;
  components: Record<string, Record<string, unknown>>;
}

const file = new URL("../../src/forge/contract/openapi.json", import.meta.url);
const contract = convert(JSON.parse(readFileSync(file, "utf8"))) as Contract;
const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
(formats as unknown as (ajv: Ajv) => void)(ajv);
ajv.addFormat("repo.nwo", true);
ajv.addSchema({ $id: "contract", components: contract.components });
const compiled = new Map<string, ValidateFunction>();

function refer(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"contract#/'));
}

function validator(key: string, schema: unknown): ValidateFunction {
  const found = compiled.get(key) ?? ajv.compile(refer(schema) as Json);
  compiled.set(key, found);
  return found;
}

function resolveAnswer(answer: Answer | undefined): Answer | undefined {
  if (!answer?.$ref) return answer;
  const [, kind = "", name = ""] = answer.$ref.slice(2).split("/");
  return contract.components[kind]?.[name] as Answer;
}

function check(key: string, schema: unknown, body: unknown): string[] {
  if (schema === undefined || body === undefined || body === null) return [];
  const validate = validator(key, schema);
  if (validate(body)) return [];
  const [error] = validate.errors ?? [];
  return [`${key}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`];
}

/** What in the recorded calls GitHub's own description does not allow. */
export function contractProblems(requests: readonly RequestRecord[]): string[] {
  return requests.flatMap((one) => {
    if (one.route === null || one.route === "/graphql" || typeof one.responseBody === "string")
      return [];
    const operation = contract.paths[one.route]?.[one.method.toLowerCase()];
    if (!operation) return [`${one.method} ${one.route} is not in the contract`];
    const key = `${one.method} ${one.route} ${one.status}`;
    const answer = resolveAnswer(operation.responses[String(one.status)]);
    // GitHub's description names few of the refusals that GitHub gives; their body is always the same.
    if (!answer) return one.status < 400 && one.status !== 304 ? [`${key} is not documented`] : [];
    const schema = answer.content?.["application/json"]?.schema;
    const request = resolveAnswer(operation.requestBody)?.content?.["application/json"]?.schema;
    const asked = one.status < 400 ? check(`${key} request`, request, one.requestBody) : [];
    return [...asked, ...check(key, schema, one.responseBody)];
  });
}
