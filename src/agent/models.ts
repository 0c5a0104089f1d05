import type { ModelRow } from "../controlContract";
import { PiError } from "../errors";
import { isNamed } from "../extension/gateRules";
import { KNOWN_THINKING_LEVELS } from "../pi/compat";
import type { Model, ThinkingLevel } from "../pi/protocol";
import { formatTokens } from "../view/format";

/** How a model is named everywhere: `provider/id`. The id may hold slashes of its own. */
export function nameOf(model: Pick<Model, "provider" | "id">): string {
  return `${model.provider}/${model.id}`;
}

/** The model that a user means by `provider/id`, or by an id that only one provider has. */
export function findModel(models: readonly Model[], name: string): Model {
  const exact = models.find((model) => nameOf(model) === name);
  const sameId = models.filter((model) => model.id === name);
  const found = exact ?? (sameId.length === 1 ? sameId[0] : undefined);
  if (found !== undefined) return found;
  if (sameId.length > 1) {
    throw new PiError("invalid", `Several providers have ${name}: use ${sameId.map(nameOf).join(" or ")}.`);
  }
  throw new PiError("invalid", `pi has no model ${name}: :PiModel lists those it has.`);
}

/** The models that pi has of the user's favourites, in his order; `*` in a favourite stands for any text. */
function namesOf(favourites: readonly string[], models: readonly Model[]): string[] {
  const names = models.map(nameOf);
  return [...new Set(favourites.flatMap((favourite) => names.filter((name) => isNamed(name, [favourite]))))];
}

/** The favourite that comes after the present model, among those that pi has. */
export function nextFavourite(models: readonly Model[], favourites: readonly string[], current?: string): Model {
  const known = namesOf(favourites, models);
  const next = known[(known.indexOf(current ?? "") + 1) % known.length];
  if (next === undefined) throw new PiError("invalid", `pi has none of your models: ${favourites.join(", ")}.`);
  return findModel(models, next);
}

/** What a list shows of the models: favourites first, in the user's order. */
export function modelRows(models: readonly Model[], favourites: readonly string[]): ModelRow[] {
  const rank = new Map(namesOf(favourites, models).map((name, index) => [name, index]));
  const rankOf = (model: Model) => rank.get(nameOf(model)) ?? models.length;
  return [...models]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((model) => ({
      name: nameOf(model),
      columns: [
        model.name ?? "",
        model.contextWindow ? formatTokens(model.contextWindow) : "",
        priceOf(model),
        model.reasoning ? "thinks" : "",
        model.input?.includes("image") ? "images" : "",
        rank.has(nameOf(model)) ? "★" : "",
      ],
    }));
}

/** Dollars for a million tokens in and out. */
function priceOf({ cost }: Model): string {
  if (!cost?.input && !cost?.output) return "";
  return `$${shortPrice(cost.input)} / $${shortPrice(cost.output)}`;
}

function shortPrice(dollars: number): string {
  return String(Math.round(dollars * 100) / 100);
}

export function asThinkingLevel(level: string): ThinkingLevel {
  const known = KNOWN_THINKING_LEVELS.find((candidate) => candidate === level);
  if (known !== undefined) return known;
  throw new PiError("invalid", `There is no thinking level ${level}: :PiThinking lists them.`);
}
