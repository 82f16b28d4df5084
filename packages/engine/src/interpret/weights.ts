/**
 * The weights by which a table, a column, or a path between tables wins over others. Scores of one choice are added up
 * and compared only with each other, so each comment names what its weight outranks.
 */

/** How well a table fits a question that looks for one of its columns. */
export const tableFit = {
  /** The subject of shown columns outranks a table that is mentioned nearby and one link away. */
  shownSubject: 2,
  /** In a condition, the table mentioned just before outranks the subject, so the subject weighs less. */
  conditionSubject: 1.2,
  /** A table that is a group outranks the subject: 'the names for each city'. */
  grouped: 3,
  /** The table of the column shown before breaks a tie: 'the name and the date'. */
  shownBefore: 1,
  /** A table that the question mentions outranks one link of distance, even if it is mentioned far away. */
  mentioned: 2.2,
  /** Each word between the mention and the column costs a little, so that the nearest mention wins. */
  perWordBetween: 0.08,
  /** Words farther away than this all cost the same. */
  mostWordsBetween: 12,
  /** The table mentioned last before a condition outranks the subject and any later mention. */
  mentionedLast: 2.4,
  /** The maximum number of words between that mention and the condition. */
  lastWithin: 4,
  /** Each link from the subject outranks a tie, and two outrank being mentioned. */
  perLink: 1.2,
  /** A table that isn't connected loses to all that are. */
  unconnected: 50,
  /** A view loses to the tables that it is made from. */
  view: 4,
}

/** Which table a word means. */
export const tablePick = {
  /** A full name outranks half a name, whatever else favors the other table. */
  name: 10,
  /** The subject wins a tie of names. */
  subject: 1,
  /** Of tables with equal names, the nearer one wins; a link outranks being the subject. */
  perLink: 1.2,
  /** Links farther away than this all cost the same. */
  mostLinks: 6,
  /** A view loses to a table of an equal name. */
  view: 3,
}

/** Which column a word means. */
export const columnPick = {
  /** A better name outranks a nearer table; a slightly better one does not. */
  name: 13,
  /** The table that the question says owns the column outranks a better name elsewhere. */
  owner: 12,
  /** A column named after its owner in another table (`document_description`) outranks one more link. */
  calledAfterOwner: 4,
  /** A column named like the one asked for before it ('the color code and description') outranks a mention. */
  sister: 3,
  /** A foreign key loses a tie to the column that it references. */
  foreignKey: 0.5,
}

/** Which column an adjective refers to. */
export const hintPick = {
  /** A name that begins or ends with the word outranks one that has it in the middle. */
  edge: 2,
  /** The adjective's first words outrank its later ones. */
  perRank: 0.4,
  /** A short name outranks a long one. */
  perWord: 0.3,
}

/** In which column a stored value is meant. */
export const valuePick = {
  /** The same text outranks a plural or a common equivalent of the word, and a link of distance. */
  match: 4,
  /** The column that identifies rows wins a tie. */
  display: 0.5,
  /** A foreign key loses a tie to the column that it references. */
  foreignKey: 0.3,
}

/** What the use of a column implies about its kind; added to its score. */
export const suitability = {
  /** A number to compute with outranks a mention of another table. */
  measurable: 4,
  /** Any other number outranks a text. */
  number: 2,
  /** A text can't be used in a computation, so it loses to every nearby number. */
  notComputable: -4,
  /** A number outranks a text if it is compared with a number or used for a ranking. */
  comparable: 3,
  /** A column that has the value outranks any nearer one. */
  hasValue: 6,
  /** A number wins a tie if its conditions only use numbers. */
  fitsNumber: 1,
  /** A column whose values are known and don't include the value loses. */
  lacksValue: -3,
}

/** Which table a question is about. */
export const subjectPick = {
  /** The name of the table outranks having most of the columns. */
  name: 3,
  /** A view loses to a table with an equal name and one column less. */
  namedView: 1,
  /** Without a name, a view loses to a table with the same columns. */
  view: 0.4,
  /** A value found in the table weighs less than a named column. */
  value: 0.5,
  /** A table that is mentioned at all outranks one that only has a value. */
  mentioned: 0.5,
  /** A table whose rows have one key wins a tie. */
  singleKey: 0.01,
  /** Tables whose scores differ by less are equally likely if a name decides. */
  namedTie: 0.05,
  /** Tables whose scores differ by less are equally likely if columns decide. */
  tie: 0.02,
  /** The score below which no table is considered named. */
  least: 0.3,
}

/** Which of several paths between two tables the question means. */
export const wayPick = {
  /** A link named like its parent (`language_id`) wins a tie over one with a role (`original_language_id`); each word of the question in a link's name outranks it. */
  plainLink: 0.5,
}

/** Which tables to search for values first. */
export const spokenTable = {
  /** A table's name outranks the name of a column. */
  name: 2,
}

/** Scores that differ by less are equally good, so the engine asks back. */
export const tie = 0.25

/** A table whose name fits this much better than the chosen one makes the choice doubtful. */
export const doubtfulMargin = 0.25
