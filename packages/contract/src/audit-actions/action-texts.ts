/**
 * How the audit log says that an action happened, or that it did not: patterns of `{who}`, `{target}`, `{user}`,
 * and `{files}`.
 */
export interface ActionTexts {
  done: string
  /** Also for a refusal: the reason follows. */
  failed: string
  /** If the entry lists what changed, the sentence names the field and its values instead. */
  isChange?: true
  /** For entries that name no target, such as those of earlier versions. */
  withoutTarget?: { done: string; failed: string }
}
