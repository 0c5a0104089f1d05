import { diffLines, type LineHunk } from "./lineDiff";

type Lines = readonly string[];

/** A stretch of three texts. */
export interface Chunk {
  /** Who has changed it: `both` in the same way, `conflict` in different ways. */
  readonly kind: "same" | "mine" | "theirs" | "both" | "conflict";
  readonly base: Lines;
  readonly mine: Lines;
  readonly theirs: Lines;
}

/** Lines of a merged text that two sides want differently; counted from 0, markers among them. */
export interface Conflict {
  readonly first: number;
  /** Behind the last one. */
  readonly last: number;
  readonly mine: Lines;
  readonly theirs: Lines;
}

export interface Merged {
  readonly lines: Lines;
  readonly conflicts: readonly Conflict[];
}

/** What stands around the sides of a conflict. */
export interface Labels {
  readonly mine: string;
  readonly base: string;
  readonly theirs: string;
}

/** Cuts three texts into the same stretches; those of each text, joined, are that text. */
export function chunksOf(base: Lines, mine: Lines, theirs: Lines): Chunk[] {
  const [own, other] = [diffLines(base, mine), diffLines(base, theirs)];
  const chunks: Chunk[] = [];
  const at = { base: 0, mine: 0, theirs: 0 };
  const take = (size: { base: number; mine: number; theirs: number }, kindOf: (chunk: Chunk) => Chunk["kind"]) => {
    const chunk = {
      kind: "same" as const,
      base: base.slice(at.base, (at.base += size.base)),
      mine: mine.slice(at.mine, (at.mine += size.mine)),
      theirs: theirs.slice(at.theirs, (at.theirs += size.theirs)),
    };
    chunks.push({ ...chunk, kind: kindOf(chunk) });
  };
  const takeSame = (count: number) => {
    if (count > 0) take({ base: count, mine: count, theirs: count }, () => "same");
  };
  for (const { first, last, ownHunks, otherHunks } of groupsOf(own, other)) {
    takeSame(first - at.base);
    const size = last - first;
    take({ base: size, mine: size + growthOf(ownHunks), theirs: size + growthOf(otherHunks) }, (chunk) => {
      if (otherHunks.length === 0) return "mine";
      if (ownHunks.length === 0) return "theirs";
      return isSame(chunk.mine, chunk.theirs) ? "both" : "conflict";
    });
  }
  takeSame(base.length - at.base);
  return chunks;
}

/** One text with the changes of both sides. Where they do not go together both stand there, between markers. */
export function merge(base: Lines, mine: Lines, theirs: Lines, labels: Labels): Merged {
  const lines: string[] = [];
  const conflicts: Conflict[] = [];
  for (const chunk of chunksOf(base, mine, theirs)) {
    if (chunk.kind === "conflict") {
      const first = lines.length;
      for (const line of markedUp(chunk, labels)) lines.push(line);
      conflicts.push({ first, last: lines.length, mine: chunk.mine, theirs: chunk.theirs });
    } else for (const line of chunk.kind === "theirs" ? chunk.theirs : chunk.mine) lines.push(line);
  }
  return { lines, conflicts };
}

function markedUp({ base, mine, theirs }: Chunk, labels: Labels): string[] {
  return [
    `<<<<<<< ${labels.mine}`,
    ...mine,
    `||||||| ${labels.base}`,
    ...base,
    "=======",
    ...theirs,
    `>>>>>>> ${labels.theirs}`,
  ];
}

/** Hunks of both sides that touch each other, as lines of the base. */
interface Group {
  readonly first: number;
  last: number;
  readonly ownHunks: LineHunk[];
  readonly otherHunks: LineHunk[];
}

function groupsOf(own: readonly LineHunk[], other: readonly LineHunk[]): Group[] {
  const all = [...own.map((hunk) => ({ hunk, isOwn: true })), ...other.map((hunk) => ({ hunk, isOwn: false }))];
  all.sort((one, two) => one.hunk.oldStart - two.hunk.oldStart);
  const groups: Group[] = [];
  for (const { hunk, isOwn } of all) {
    let group = groups.at(-1);
    // Also side by side: what one has put beside a line may be about what the other has made of it.
    if (group === undefined || hunk.oldStart > group.last) {
      group = { first: hunk.oldStart, last: hunk.oldStart, ownHunks: [], otherHunks: [] };
      groups.push(group);
    }
    group.last = Math.max(group.last, hunk.oldStart + hunk.oldCount);
    (isOwn ? group.ownHunks : group.otherHunks).push(hunk);
  }
  return groups;
}

function growthOf(hunks: readonly LineHunk[]): number {
  return hunks.reduce((sum, { oldCount, newCount }) => sum + newCount - oldCount, 0);
}

function isSame(one: Lines, other: Lines): boolean {
  return one.length === other.length && one.every((line, i) => line === other[i]);
}
