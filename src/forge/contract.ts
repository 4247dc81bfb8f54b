import { readFileSync } from "node:fs";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
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

/** Names that a body of this schema may have; null when any may. */
function fieldsOf(contract: Contract, schema: Schema): Set<string> | null {
  if (schema.$ref !== undefined) {
    const target = contract.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return target ? fieldsOf(contract, target) : null;
  }
  const parts = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const names = new Set(Object.keys(schema.properties ?? {}));
  for (const part of parts) {
    for (const name of fieldsOf(contract, part) ?? []) names.add(name);
  }
  const isOpen = typeof schema.additionalProperties === "object" && names.size === 0;
  return isOpen || names.size === 0 ? null : names;
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
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    if (body === null || typeof body !== "object" || Array.isArray(body)) return;
    const known = schema ? fieldsOf(contract, schema) : new Set<string>();
    for (const name of Object.keys(body)) {
      if (known && !known.has(name)) violations.push(`${method} ${route}: unknown field "${name}"`);
    }
  };
}
