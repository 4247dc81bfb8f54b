import { describe, expect, it } from "vitest";
import { readTaskRecord, writeTaskText } from "../../../src/adapters/journal/task-text.ts";

const name = { run: "issue-7-1-1", command: "4-take_turn" };
const record = { kind: "taken", times: 1, at: 5, job: "77" } as const;
const key = "k".repeat(32);

describe("the text of a task's record", () => {
  it.each([key, null])("is read as it was written (key %j)", (given) => {
    expect(readTaskRecord(name, writeTaskText(name, record, given), given)).toEqual(record);
  });

  it("counts for nothing when it was changed, moved to another task or run, or signed by nobody", () => {
    const text = writeTaskText(name, record, key);

    expect(readTaskRecord(name, text.replace('"77"', '"78"'), key)).toBeNull();
    expect(readTaskRecord({ ...name, command: "5-take_turn" }, text, key)).toBeNull();
    expect(readTaskRecord({ ...name, run: "issue-7-2-1" }, text, key)).toBeNull();
    expect(readTaskRecord(name, writeTaskText(name, record, null), key)).toBeNull();
    expect(readTaskRecord(name, "", key)).toBeNull();
    expect(
      readTaskRecord(name, writeTaskText(name, { ...record, kind: "x" } as never, key), key),
    ).toBeNull();
  });
});
