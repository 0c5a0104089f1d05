import { parentOf, promptTimes } from "../sessions/ancestry";
import { Journal } from "./journal";

/** Forks of forks that this editor has not seen. */
const MOST_GENERATIONS = 20;

/** Gives the journal of a fork or clone the changes of the messages that it shares with the session it comes from. */
export async function inherit(journal: Journal, folder: string, session: string): Promise<void> {
  const parent = await nearestJournal(folder, session);
  if (parent === undefined) return;
  const shared = await promptTimes(session);
  await journal.takeOver(parent, ({ prompt }) => shared.has(prompt));
}

/** Of the parent, or of its parent: the first that has any changes. */
async function nearestJournal(folder: string, session: string): Promise<Journal | undefined> {
  let parent: string | undefined = session;
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    parent = await parentOf(parent);
    if (parent === undefined) return undefined;
    const journal = new Journal(folder, parent);
    await journal.load();
    if (!journal.isNew) return journal;
  }
  return undefined;
}
