/** A diff of every kind that git writes: changed, new, and only a mode. */
export const sampleDiff = `diff --git a/README.md b/README.md
index 1..2 100644
--- a/README.md
+++ b/README.md
@@ -1,2 +1,3 @@
 # words
 
+\`slugify(title)\` makes an address of a title.
diff --git a/src/slugify.js b/src/slugify.js
new file mode 100644
index 0000000..3b18e51
--- /dev/null
+++ b/src/slugify.js
@@ -0,0 +1,6 @@
+/** An address of a title. */
+export function slugify(title) {
+  if (title.trim() === "") throw new RangeError("a title is needed");
+  const plain = title.normalize("NFD").replace(/\\p{M}/gu, "");
+  return plain.toLowerCase().trim().replace(/\\s+/g, "-");
+}
diff --git a/test/slugify.test.js b/test/slugify.test.js
index 5..6 100644
--- a/test/slugify.test.js
+++ b/test/slugify.test.js
@@ -1,4 +1,4 @@
 import test from "node:test";
-import { old } from "../src/old.js";
+import { slugify } from "../src/slugify.js";
 
 test("lower-cases", () => {});
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`;
