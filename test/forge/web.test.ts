import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/forge/web/markdown.ts";
import { runDiagram } from "../../src/report/mermaid.ts";
import { foldReport } from "../../src/report/report.ts";
import { sampleRun } from "../report/sample-run.ts";
import type { TestForge } from "./test-forge.ts";
import { at, repoName, startTestForge } from "./test-forge.ts";

let test: TestForge;
beforeAll(async () => {
  test = await startTestForge();
});
afterAll(() => test.close());

async function page(path: string): Promise<string> {
  const response = await fetch(test.forge.url + path);
  expect(response.status).toBe(200);
  return response.text();
}

describe("markdown", () => {
  it.each([
    ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["a <b onclick=x>b</b>", "&lt;b onclick=x&gt;"],
    ["[x](javascript:alert(1))", "<p>x</p>"],
    ["[x](JaVaScript:alert(1))", "<p>x</p>"],
    ["[x](data:text/html,1)", "<p>x</p>"],
    ['[x](https://a.b/"onmouseover=1)', "https://a.b/&quot;onmouseover=1"],
    ["`<b>`", "<code>&lt;b&gt;</code>"],
    ["<!-- hidden -->seen", "seen"],
  ])("renders %s harmlessly", (source, expected) => {
    const { html } = renderMarkdown(source);
    expect(html).toContain(expected);
    expect(html).not.toMatch(/<script|<img|<[a-z]+ on|href="(javascript|data)/i);
  });

  it("draws the picture of a run, and keeps any other diagram as its source", () => {
    const text = runDiagram(foldReport(sampleRun));
    const { html } = renderMarkdown(text);
    const evil = text.replace(/\["/, '["<script>x</script> ');

    expect(html.match(/<rect /g)?.length).toBe((text.match(/"\]:::/g) ?? []).length);
    expect(html).toMatch(/>RED<\/text>/);
    expect(html).not.toMatch(/flowchart|classDef|&lt;br/);
    expect(renderMarkdown(evil).html).not.toContain("<script");
  });

  it("renders task lists, tables, details and mermaid fences", () => {
    const source =
      "- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```mermaid\ngraph TD; a-->b\n```\n\n<details><summary>more</summary>\n\n**bold**\n\n</details>";
    const { html } = renderMarkdown(source);
    expect(html).toContain('<input type="checkbox" checked disabled>');
    expect(html).toContain('<td class="right">2</td>');
    expect(html).toContain('<pre class="mermaid"><code>graph TD; a--&gt;b</code></pre>');
    expect(html).toContain("<details><summary>more</summary>");
  });
});

describe("pages", () => {
  it("show the issue, the pull request with its review and diff, and the reports", async () => {
    const { admin } = test.forge;
    const bot = (await test.asApp()).rest;
    const { number } = await admin.createIssue(repoName, {
      title: "<i>Tax</i>",
      body: "- [ ] `tax`",
      user: "ada",
    });
    admin.comment(repoName, number, "/tdd run", "ada");
    const sha = await admin.commitFiles(
      repoName,
      "tdd/1-topic",
      { "src/price.js": "export const price = '<2>';\n" },
      "ada",
    );
    const pull = await bot.pulls.create({
      ...at,
      title: "P",
      head: "tdd/1-topic",
      base: "main",
      body: `Fixes #${number}`,
    });
    await bot.pulls.createReview({
      ...at,
      pull_number: pull.data.number,
      event: "COMMENT",
      body: "One finding",
      comments: [{ path: "src/price.js", line: 1, body: "Why a string?" }],
    });
    const check = await bot.checks.create({
      ...at,
      name: "tdd/red",
      head_sha: sha,
      conclusion: "success",
      output: { title: "3 red", summary: "**seen**" },
    });
    const issue = await page(`/${repoName}/issues/${number}`);
    expect(issue).toContain("&lt;i&gt;Tax&lt;/i&gt;");
    expect(issue).toContain("/tdd run");
    const shown = await page(`/${repoName}/pull/${pull.data.number}`);
    for (const text of [
      "Why a string?",
      "+export const price = &#39;&lt;2&gt;&#39;;",
      "tdd/red",
      "<strong>seen</strong>",
      "Merge state",
    ]) {
      expect(shown).toContain(text);
    }
    expect(await page(`/${repoName}/runs/${check.data.id}`)).toContain("3 red");
    for (const path of [
      "/",
      `/${repoName}`,
      `/${repoName}/issues`,
      `/${repoName}/pulls`,
      `/${repoName}/actions`,
    ])
      await page(path);
    expect(await page(`/${repoName}/commit/${sha}`)).toContain("src/price.js");
    expect(await page(`/${repoName}/tree/tdd/1-topic`)).toContain("src/price.js");
    const url = admin.attach(repoName, "1.html", "<h1>Report</h1>");
    expect(await (await fetch(url)).text()).toBe("<h1>Report</h1>");
    expect((await fetch(`${test.forge.url}/no/such`)).status).toBe(404);
    expect((await fetch(`${test.forge.url}/%ff`)).status).toBe(404);
  });
});
