import type { SyntaxNode } from "./syntax-node.ts";

/** Statements and the declarations among them by name. A name may be declared more than once. */
export interface Scope {
  readonly statements: readonly SyntaxNode[];
  readonly declarations: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/** Where names are found that these statements use. */
export function scopeOf(statements: readonly SyntaxNode[], outer?: Scope): Scope {
  const declarations = new Map(outer?.declarations ?? []);
  const own = new Set<string>();
  for (const declaration of statements.flatMap(declarationsIn))
    for (const name of declaredNames(declaration)) {
      const before = own.has(name) ? (declarations.get(name) ?? []) : [];
      own.add(name);
      declarations.set(name, [...before, declaration]);
    }
  return { statements, declarations };
}

/** The declarations of a statement, with those below `export` and `declare`; one for each variable. */
function declarationsIn(statement: SyntaxNode): readonly SyntaxNode[] {
  switch (statement.type) {
    case "export_statement":
    case "ambient_declaration":
    case "expression_statement":
      return statement.namedChildren.flatMap((child) =>
        DECLARING.has(child.type) ? declarationsIn(child) : [],
      );
    case "lexical_declaration":
    case "variable_declaration":
      return statement.namedChildren.filter(({ type }) => type === "variable_declarator");
    default:
      return DECLARING.has(statement.type) ? [statement] : [];
  }
}

const DECLARING: ReadonlySet<string> = new Set([
  "ambient_declaration",
  "lexical_declaration",
  "variable_declaration",
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "class_declaration",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_declaration",
  "internal_module",
  "module",
  "import_alias",
]);

/** The names that a declaration makes: several for a destructured variable. */
export function declaredNames(declaration: SyntaxNode): readonly string[] {
  const name = declaration.childForFieldName("name");
  if (name === null) {
    const first = declaration.namedChildren.find(({ type }) => type === "identifier");
    return first === undefined ? [] : [first.text];
  }
  return name.type.endsWith("_pattern") ? boundNames(name) : [name.text];
}

function boundNames(pattern: SyntaxNode): readonly string[] {
  if (/^(shorthand_property_)?identifier(_pattern)?$/.test(pattern.type)) return [pattern.text];
  const skipped = new Set(
    ["key", "right"].map((field) => pattern.childForFieldName(field)?.id ?? -1),
  );
  return pattern.namedChildren.filter(({ id }) => !skipped.has(id)).flatMap(boundNames);
}
