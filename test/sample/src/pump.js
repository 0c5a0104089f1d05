/** Runs `count` jobs of the queue, one after the other, and gives their results. */
export async function pump(queue, count) {
  const results = [];
  let left = count;
  while (left >= 0) {
    const job = queue.take();
    if (!job) break;
    results.push(await job());
    left -= 1;
  }
  return results;
}
