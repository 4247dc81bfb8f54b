import type { DebianPackage } from "./debian-package.ts";
import type { RealIssue } from "./real-issues.ts";

export const limitedSlugsPackage: DebianPackage = {
  name: "python3-inflection",
  version: "0.3.1-3",
  sha256: "a7ba9b1488effa6dd065acaace396b23e866c84f29b57552a35c99ee3cdcef52",
};

/** What the repository holds besides the library: Debian ships it without tests. */
export const limitedSlugsBase: Readonly<Record<string, string>> = {
  ".gitignore": "__pycache__/\n.pytest_cache/\n",
  "tests/test_inflection.py": `import pytest

import inflection


@pytest.mark.parametrize(
    "singular, plural",
    [("search", "searches"), ("stack", "stacks"), ("query", "queries"), ("person", "people")],
)
def test_pluralize_and_singularize(singular, plural):
    assert inflection.pluralize(singular) == plural
    assert inflection.singularize(plural) == singular


@pytest.mark.parametrize(
    "text, slug",
    [
        ("Donald E. Knuth", "donald-e-knuth"),
        ("Random text with *(bad)* characters", "random-text-with-bad-characters"),
        ("Trailing bad characters!@#", "trailing-bad-characters"),
        ("", ""),
    ],
)
def test_parameterize(text, slug):
    assert inflection.parameterize(text) == slug


def test_parameterize_with_another_separator():
    assert inflection.parameterize("Donald E. Knuth", "_") == "donald_e_knuth"
    assert inflection.parameterize("Donald E. Knuth", "") == "donaldeknuth"


def test_underscore_and_camelize():
    assert inflection.underscore("DeviceType") == "device_type"
    assert inflection.camelize("device_type") == "DeviceType"


@pytest.mark.parametrize("number, text", [(1, "1st"), (2, "2nd"), (11, "11th"), (1003, "1003rd")])
def test_ordinalize(number, text):
    assert inflection.ordinalize(number) == text
`,
};

export const limitedSlugs: Omit<RealIssue, "release"> & {
  readonly release: { readonly name: string };
} = {
  recording: "real-inflection",
  release: { name: "inflection" },
  testCommand: "python3 -m pytest -q",
  title: "Addresses of a limited length",
  body: `Our column for addresses holds 60 characters, and \`parameterize\` gives more for long titles. Cutting the result afterwards leaves half words and trailing separators. Please add a keyword argument \`max_length\`.

### Acceptance criteria
- [ ] \`parameterize('One two three', max_length=8)\` is \`'one-two'\`: whole words only, as many from the front as fit, no separator at the end; with \`max_length=7\` too
- [ ] a first word that does not fit is cut: \`parameterize('Internationalization', max_length=5)\` is \`'inter'\`
- [ ] separators of any length are counted and kept whole: \`parameterize('One two three', '--', max_length=8)\` is \`'one--two'\`, with \`max_length=7\` it is \`'one'\`
- [ ] with the empty separator there are no words to keep whole: \`parameterize('One two three', '', max_length=8)\` is \`'onetwoth'\`
- [ ] a \`max_length\` below 1 raises a \`ValueError\` whose message contains the given number
- [ ] without \`max_length\` all results are unchanged

### Files
- \`inflection.py\`
- tests: \`tests/test_inflection.py\`
`,
  changed: ["inflection.py", "tests/test_inflection.py"],
};
