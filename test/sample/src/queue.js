/** Jobs in the order in which they came. */
export class Queue {
  #jobs = [];

  get length() {
    return this.#jobs.length;
  }

  add(job) {
    this.#jobs.push(job);
  }

  /** The oldest job, or undefined when none is left. */
  take() {
    return this.#jobs.shift();
  }
}
