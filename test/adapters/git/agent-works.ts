/** What the work tree of an agent holds when its turn begins. */
export const files = {
  "src/sum.js": "export const sum = 1;\n",
  "old.txt": "old\n",
  "run.sh": "#!/bin/sh\n",
  ".gitignore": "*.log\nbuild/\n",
};

/** What it may do there, in Bash, and what has changed then: status, path and mode. */
export const works: readonly (readonly [
  what: string,
  script: string,
  changes: readonly string[],
])[] = [
  ["nothing", "true", []],
  ["a new file in a new directory", "mkdir -p a/b && echo 1 > a/b/c.js", ["added a/b/c.js 100644"]],
  ["a deletion", "rm old.txt", ["deleted old.txt null"]],
  [
    "a rename, as its two halves",
    "mv old.txt new.txt",
    ["added new.txt 100644", "deleted old.txt null"],
  ],
  [
    "a rename that changes case alone",
    "mv old.txt Old.txt",
    ["added Old.txt 100644", "deleted old.txt null"],
  ],
  ["a mode", "chmod +x run.sh", ["modified run.sh 100755"]],
  [
    "a file that became a directory",
    "rm old.txt; mkdir old.txt; echo 1 > old.txt/x",
    ["deleted old.txt null", "added old.txt/x 100644"],
  ],
  [
    "a directory that became a file",
    "rm -r src; echo 1 > src",
    ["added src 100644", "deleted src/sum.js null"],
  ],
  [
    "an edit that keeps size and time",
    "touch -r old.txt t; printf 'new\\n' > old.txt; touch -r t old.txt; rm t",
    ["modified old.txt 100644"],
  ],
  ["names with spaces, quotes and umlauts", `echo 1 > ' a "b" ä\\'`, ['added  a "b" ä\\ 100644']],
  [
    "nothing of what is ignored",
    "echo 1 > a.log; mkdir build; mkfifo build/p; echo 1 > build/x",
    [],
  ],
  [
    "an edit hidden by flags in the agent's own index",
    "git update-index --assume-unchanged old.txt; echo 2 > old.txt",
    ["modified old.txt 100644"],
  ],
  [
    "a file hidden by the agent's own exclude file",
    "echo x.js > .git/info/exclude; echo 1 > x.js",
    ["added x.js 100644"],
  ],
  [
    "what the agent committed, with its repository then removed",
    "echo 1 > x.js; git add x.js; git -c user.name=a -c user.email=a commit -qm x; rm -rf .git",
    ["added x.js 100644"],
  ],
];
