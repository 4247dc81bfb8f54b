import { describe, expect, it } from "vitest";
import { html, safeHref } from "../../src/report/html.ts";
import { renderHtml } from "../../src/report/render-html.ts";
import { foldReport } from "../../src/report/report.ts";
import { payload, withPrefix } from "./hostile.ts";
import { sampleDiff } from "./sample-diff.ts";
import { blockedRun, sampleRun } from "./sample-run.ts";

const logs = [{ title: "Transcript", text: "hello" }];
const page = renderHtml(foldReport(sampleRun), { diff: sampleDiff, logs });
/** Tags with their attributes' names: the skeleton that no text may change, but for code between backticks. */
const skeleton = (text: string) =>
  (text.replace(/<\/?code>/g, "").match(/<\/?[a-z!][^>]*>/gi) ?? []).map((tag) =>
    tag.replace(/"[^"]*"/g, '""'),
  );

describe("the page", () => {
  it("has this skeleton", () => {
    const parts = page.match(/<(?:header|nav|main|section|footer|h1|h2|table|svg)\b[^>]*>/g) ?? [];
    expect(
      parts.map((tag) => tag.replace(/ aria-label="[^"]{40,}"/, ' aria-label="…"')),
    ).toMatchSnapshot();
  });

  it("needs nothing else: no script, no request, a policy that forbids both", () => {
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=/i);
    const addresses = [...page.matchAll(/(?:src|href|action)="([^"]*)"/g)].map((m) => m[1] ?? "");
    expect(addresses.filter((a) => !a.startsWith("#"))).toEqual([
      "https://github.test/acme/words/pull/12",
    ]);
  });

  it("is readable on a phone and in the dark, and says states in words", () => {
    expect(page).toContain('name="viewport"');
    expect(page).toContain("prefers-color-scheme:dark");
    expect(page).toMatch(/✓ Done/);
    expect(page).toMatch(/✓ passes/);
    expect(page).toMatch(/<html lang="en">/);
    expect(page).toMatch(/<th scope="col"/);
  });

  it("shows criteria, tests, evidence, outputs, diff, critic, debug, spend and timeline", () => {
    for (const text of [
      "slugify lower-cases and joins words with a dash",
      "test/slugify.test.js &gt; lower-cases",
      "Expected &#39;hello-world&#39; but got undefined",
      "TypeError: slugify is not a function",
      "export function slugify(title)",
      "Both points are settled.",
      "every test passed",
      "$0.47 in all",
      "old mode 100644",
      "Transcript",
    ])
      expect(page).toContain(text);
  });

  it.each([
    ["done", sampleRun],
    ["blocked", blockedRun],
  ])("keeps its skeleton whatever the texts say, in a run that is %s", (_name, events) => {
    const render = (prefix: string) =>
      renderHtml(foldReport(withPrefix(events, prefix)), {
        diff: sampleDiff.replace("words", `${prefix.replaceAll("\n", " ")}words`),
        logs: [{ title: `${prefix}t`, text: `${prefix}x` }],
      });
    const hostile = render(payload);
    expect(skeleton(hostile)).toEqual(skeleton(render("plain ")));
    expect(hostile).not.toMatch(/<script|<img|href="javascript/i);
    expect(hostile).not.toMatch(/[[\p{Cc}\u202E]--\n]/v);
  });

  it("shows what stands between backticks as code, and nothing of it as markup", () => {
    const question = "May `src/<b>a</b>.js` change?";
    const text = renderHtml(
      foldReport([
        ...sampleRun.slice(0, 2),
        {
          at: 9,
          event: {
            type: "run.concluded",
            conclusion: { kind: "action_required", question, command: "c" },
          },
        },
      ]),
      { diff: "", logs: [] },
    );
    expect(text).toContain("May <code>src/&lt;b&gt;a&lt;/b&gt;.js</code> change?");
  });

  it("shows what is to be decided first when the run is blocked", () => {
    const text = renderHtml(foldReport(blockedRun), { diff: "", logs: [] });
    expect(text.indexOf("The one decision that is yours")).toBeLessThan(
      text.indexOf('id="phases"'),
    );
    expect(text).toContain("/tdd retry");
    expect(text).toContain("No change.");
  });

  it("is whole for a run of which nothing is known", () => {
    const text = renderHtml(foldReport([]), { diff: "", logs: [] });
    expect(text).toContain("No criteria yet.");
    expect(text.trimEnd().endsWith("</html>")).toBe(true);
  });

  it("cuts outputs and diffs that no browser would bear", () => {
    const diff = `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n${"+x\n".repeat(50_000)}`;
    const long = withPrefix(sampleRun, "x".repeat(300_000));
    const text = renderHtml(foldReport(long.filter((e) => e.event.type === "tests.ran")), {
      diff,
      logs: [],
    });
    expect(text).toContain("more lines are in the branch");
    expect(text.length).toBeLessThan(8_000_000);
  });
});

describe("the colours of the page", () => {
  const [light, dark] = [...page.matchAll(/:root\{([^}]*)\}/g)].map((found) =>
    Object.fromEntries(
      [...(found[1] ?? "").matchAll(/--([\w-]+):(#[0-9a-f]+)/g)].map((m) => [m[1], m[2]]),
    ),
  );
  const pairs = [
    ...["text", "muted", "accent"].flatMap((ink) => [
      [ink, "bg"],
      [ink, "card"],
      [ink, "code"],
    ]),
    ...["ok", "bad", "warn", "info", "idle"].map((tone) => [tone, `${tone}-bg`]),
    ...["text", "muted"].flatMap((ink) => [
      [ink, "add"],
      [ink, "del"],
    ]),
    ...[
      ["ok", "card"],
      ["bad", "card"],
    ],
  ];

  it.each(pairs)("let %s be read on %s, by day and by night (4.5 to 1)", (ink, paper) => {
    for (const theme of [light, dark])
      expect(contrast(theme?.[ink ?? ""] ?? "", theme?.[paper ?? ""] ?? "")).toBeGreaterThanOrEqual(
        4.5,
      );
  });
});

/** WCAG 2's contrast ratio of two colours written as #rgb or #rrggbb. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const full = colour.length === 4 ? colour.replace(/[0-9a-f]/g, "$&$&") : colour;
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = Number.parseInt(full.slice(i, i + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

describe("the diff on the page", () => {
  const shown = (diff: string) =>
    renderHtml(foldReport([]), { diff, logs: [] }).match(/<pre class="diff"[\s\S]*?<\/pre>/g) ?? [];

  it("numbers lines by their own side", () => {
    const [, , third] = shown(sampleDiff);
    expect(third).toContain(`<span class="d"><i data-n="2"></i>-import`);
    expect(third).toContain(`<span class="a"><i data-n="2"></i>+import`);
    expect(third).toContain(`<span class=""><i data-n="4"></i> test(`);
  });

  it.each([
    [
      'diff --git "a/s p\\"x" "b/s p\\"x"\n--- "a/s p\\"x"\n+++ "b/s p\\"x"\n@@ -1 +1 @@\n-a\n+b',
      "s p\\&quot;x",
    ],
    [
      "diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-a",
      "gone",
    ],
    ["diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ", "x.png"],
  ])("names the file of %j", (diff, name) => {
    const text = renderHtml(foldReport([]), { diff, logs: [] });
    expect(text).toContain(`<code>${name}</code></summary>`);
  });

  it("does not take a deleted line of dashes for a header", () => {
    const [file] = shown("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n--- note\n-b\n+c");
    expect(file?.match(/class="d"/g)).toHaveLength(2);
  });
});

describe("the html template", () => {
  it("escapes text, numbers its way, and takes markup and lists", () => {
    const inner = html`<b>${"<&>\"'`"}</b>`;
    expect(html`<p title="${'"x'}">${inner}${[inner, 3]}</p>`.markup).toBe(
      '<p title="&quot;x"><b>&lt;&amp;&gt;&quot;&#39;&#96;</b><b>&lt;&amp;&gt;&quot;&#39;&#96;</b>3</p>',
    );
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//a.test", "https://a.test/'x", ""])(
    "links %j nowhere",
    (address) => {
      expect(safeHref(address)).toBe("#");
    },
  );
});
