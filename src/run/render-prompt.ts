/** A value for each `{{name}}` of a prompt. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Puts values into `{{name}}`, once: what is inside a value is never looked at again.
 * @throws Error when the text has a variable without a value, or a value has no place
 */
export function renderPrompt(template: string, variables: Variables): string {
  const used = new Set<string>();
  const text = template.replaceAll(/\{\{(\w+)\}\}/gu, (_all, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) throw new Error(`Bug: the prompt's {{${name}}} has no value.`);
    used.add(name);
    return value;
  });
  const idle = Object.keys(variables).filter((name) => !used.has(name));
  if (idle.length > 0) throw new Error(`Bug: the prompt has no place for ${idle.join(", ")}.`);
  return text.trim();
}
