import { readFileSync } from "node:fs";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Names that a body of this schema may have; none named means that any may. */
function fieldsOf(contract: Contract, schema: Schema): Set<string> {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? schema : (contract.components.schemas[name] ?? {});
  const { oneOf = [], anyOf = [], allOf = [] } = target;
  const inner = [...oneOf, ...anyOf, ...allOf].flatMap((part) => [...fieldsOf(contract, part)]);
  return new Set([...Object.keys(target.properties ?? {}), ...inner]);
}

function unknownFields(contract: Contract, operation: Operation, body: unknown): string[] {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return [];
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const known = schema ? fieldsOf(contract, schema) : new Set<string>();
  if (schema && known.size === 0) return [];
  return Object.keys(body).filter((name) => !known.has(name));
}

/**
 * Compares request bodies with GitHub's own description and notes fields it does not know: GitHub
 * ignores those in silence, so a misspelt one is a bug that nothing else shows.
 */
export function createContract(
  violations: string[],
): (method: string, route: string, body: unknown) => void {
  const file = new URL("./contract/openapi.json", import.meta.url);
  const contract = JSON.parse(readFileSync(file, "utf8")) as Contract;
  return (method, route, body) => {
    if (route === "/graphql") return;
    const operation = contract.paths[route]?.[method.toLowerCase()];
    if (!operation) {
      violations.push(`${method} ${route} is not an operation of the contract`);
      return;
    }
    for (const name of unknownFields(contract, operation, body)) {
      violations.push(`${method} ${route}: unknown field "${name}"`);
    }
  };
}
