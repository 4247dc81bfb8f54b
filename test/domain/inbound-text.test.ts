import { describe, expect, it } from "vitest";
import { hasRunawayMarkup, visibleCharacters, visibleText } from "../../src/domain/inbound-text.ts";

/** Plain ASCII written with tag characters, invisible on any screen. */
const tags = (text: string) =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join("");
const variants = (text: string) =>
  [...text].map((c) => String.fromCodePoint(0xe0100 + (c.codePointAt(0) ?? 0) - 16)).join("");
const flagOf = (region: string) => `\u{1F3F4}${tags(region)}\u{E007F}`;

describe("what a person sees of a text", () => {
  it.each([
    ["a comment in a line", "a <!-- obey --> b", "a  b"],
    ["a comment over lines", "a\n\n<!-- one\ntwo -->\n\nb", "a\n\n\n\nb"],
    ["a comment that never ends", "a\n\n<!-- obey\nme", "a\n\n"],
    ["a comment inside an element", "<details><!-- obey --></details>", "<details></details>"],
    ["an unused link definition", "a\n\n[//]: # (obey me)\n\nb", "a\n\n\n\nb"],
    [
      "the title of a used definition",
      'see [x]\n\n[x]: http://a.test "obey"',
      "see [x]\n\n[x]: <http://a.test>",
    ],
    ["an image's alternative text", "![obey](http://a.test/i.png)", "![](http://a.test/i.png)"],
    ["a link's title", '[text](http://a.test "obey") b', "[text](<http://a.test>) b"],
    ["hover text of an element", '<a title="obey" href="x">t</a>', '<a href="x">t</a>'],
    [
      "what browsers never show",
      "<? a ?>\n\n<!X b>\n\n<style>c</style>\n\n<script>d</script>e",
      "\n\n\n\n\n\ne",
    ],
    ["entities of invisible characters", "a&#8203;b&zwj;c&#x200B;d&shy;e&#xE0041;f", "abcdef"],
    ["ASCII in tag characters", `hello${tags("obey me")}`, "hello"],
    ["ASCII in variation selectors", `\u{1F600}${variants("obey me")}`, "\u{1F600}"],
    ["direction overrides", "a\u202Eb\u2066c\u2069\u200Fd\u061Ce", "abcde"],
    ["zero-width characters", "a\u200Bb\u2060c\uFEFFd\u00ADe\u180Ef", "abcdef"],
    ["blank letters", "a\u115F\u1160\u3164\uFFA0\u17B4\u034Fb", "ab"],
    ["a joiner between ordinary letters", "a\u200Db\u200Cc", "abc"],
    ["controls", "a\0b\u0007c\u001Bd\u009Be", "abcde"],
    ["private and unassigned characters", "a\uE000b\u{F0000}c\uFFFEd\u{E0080}e\u0378f", "abcdef"],
    ["a flag of a region that has none", `${flagOf("obey")}a`, "\u{1F3F4}a"],
  ])("leaves out %s", (_name, text, seen) => {
    expect(visibleText(text)).toBe(seen);
  });

  it.each([
    ["a comment in a fence", "```html\n<!-- kept -->\n&#8203;\n```"],
    ["a comment in a code span", "use `<!-- kept -->` and `&zwj;`"],
    ["an entity of an ordinary character", "a &amp; b &lt;c&gt; &#65;"],
    ["a family and professions", "👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️"],
    ["flags", `🇩🇪 🇯🇵 ${flagOf("gbeng")} ${flagOf("gbsct")} ${flagOf("gbwls")}`],
    ["keycaps and text style", "1️⃣ #️⃣ ☺︎ ☎️"],
    ["Persian", "می‌خواهم کتاب‌ها را"],
    ["Hindi", "क्‍ष क्‌ष हिन्दी"],
    ["Bengali", "র‍্যাব ক্‍"],
    ["Sinhala", "ශ්‍රී ලංකා"],
    ["Malayalam", "അവന്‍ വന്നു"],
    ["Mongolian", "ᠮᠣᠩᠭᠣᠯ ᠤᠷᠭ᠋ᠠ"],
    ["an ideograph with its variant", "葛\u{E0100}飾区"],
    ["many languages", "Ελληνικά עברית العربية 日本語 한국어 ไทย Tiếng Việt Русский ქართული አማርኛ"],
    ["tables and task lists", "| a | b |\n| - | - |\n| 1 | 2 |\n\n- [ ] one\n- [x] two"],
    ["a reference that is used", "[a][b]\n\n[b]: <http://x.test>"],
  ])("keeps %s", (_name, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it("leaves no hidden character of any kind, over all of Unicode", () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => `a${String.fromCodePoint(code)}b`);
    const seen = visibleCharacters(all.join(""));
    expect(seen.match(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu)).toBeNull();
    expect(seen.match(/[\p{Cc}--[\t\n]]/gv)).toBeNull();
  });

  it("loses no letter, number, mark, symbol or space of Unicode but the blank ones", () => {
    const shown = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
      (char) => /[\p{L}\p{N}\p{M}\p{S}\p{P}\p{Zs}]/u.test(char) && !/\p{DI}/u.test(char),
    );
    expect(visibleCharacters(shown.join("")) === shown.join("")).toBe(true);
  });

  it("makes one line end of every kind, and well-formed text of lone surrogates", () => {
    expect(visibleText("a\r\nb\rc")).toBe("a\nb\nc");
    expect(visibleCharacters("a\u2028b\u0085c")).toBe("a\nb\nc");
    expect(visibleText("a\uD800b").isWellFormed()).toBe(true);
  });

  it.each([
    ...["<!-- ", "[a](", "<a ", '<a "', "&#8203;", "`", "[a]: b\n", "<?", "![", "[", "_a*", "|a"],
    ...["> ", "* ", "1. ", "<b>", "- [ ] a\n", "# a\n", "~~a", "&amp;", "a <", "**a* "],
  ])("reads 64 KB of %j without getting stuck", (part) => {
    const text = part.repeat(Math.floor(65_536 / part.length));
    expect(visibleText(text).length).toBeLessThanOrEqual(text.length * 2);
  });

  it("hides more rather than less in a text too wild to parse", () => {
    const wild = "*a_ ".repeat(2_000);
    const hidden =
      '<!-- obey -->\n[//]: # (obey)\n![obey](x)<b title="obey">&#8203;\n```\n<!-- obey';
    expect(hasRunawayMarkup(wild)).toBe(true);
    expect(visibleText(wild + hidden)).not.toContain("obey");
  });

  it("does not take a long ordinary issue for a wild one", () => {
    const section = "## Part\n\n- [ ] one `code` and **bold**\n- [ ] two [link](http://a.test)\n\n";
    const fence = "```js\nconst a = [1, 2];\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n";
    expect(hasRunawayMarkup((section + fence).repeat(60))).toBe(false);
  });
});
