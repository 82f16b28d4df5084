/** What the list shows: outcomes of two runs, or the questions of the set. */
export const listViews = ['changed', 'not_right', 'all', 'questions'] as const
export type ListView = (typeof listViews)[number]

/** The page's state in the address. What is absent has its default. */
export interface EvaluationSearch {
  set?: string | undefined
  /** The earlier of the compared runs. */
  before?: string | undefined
  after?: string | undefined
  view?: ListView | undefined
  /** The open question. */
  question?: string | undefined
  /** Opens the dialog that starts a run, in the draft of the area. */
  start?: 'draft' | undefined
}

/** Changes some of the page's state; a new question becomes an entry of the history. */
export type OnSearch = (change: EvaluationSearch, options?: { replace: boolean }) => void
