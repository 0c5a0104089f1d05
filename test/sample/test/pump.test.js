import assert from "node:assert/strict";
import { test } from "node:test";
import { pump } from "../src/pump.js";
import { Queue } from "../src/queue.js";

function queueOf(...values) {
  const queue = new Queue();
  for (const value of values) queue.add(async () => value);
  return queue;
}

test("runs as many jobs as asked for", async () => {
  const queue = queueOf("a", "b", "c");
  assert.deepEqual(await pump(queue, 2), ["a", "b"]);
  assert.equal(queue.length, 1);
});

test("stops when the queue is empty", async () => {
  assert.deepEqual(await pump(queueOf("a"), 5), ["a"]);
});
