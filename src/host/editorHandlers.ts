import type { Methods } from "../contract";
import type { EditorQuestions } from "../editorTools/editorQuestions";

/** What the editor answers. */
export function editorHandlers(questions: EditorQuestions) {
  return {
    "editor.answer": async ({ ask, value, error }: Methods["editor.answer"]["params"]) => {
      questions.answer(ask, value, error);
      return null;
    },
  };
}
