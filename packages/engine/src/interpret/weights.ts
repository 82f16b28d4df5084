import data from '../weights.json' with { type: 'json' }

/**
 * The weights by which a table, a column, or a path between tables wins over others. Scores of one choice are added up
 * and compared only with each other, so each comment names what its weight outranks.
 */
export interface ChoiceWeights {
  /** How well a table fits a question that looks for one of its columns. */
  tableFit: {
    /** The subject of shown columns outranks a table that is mentioned nearby and one link away. */
    shownSubject: number
    /** In a condition, the table mentioned just before outranks the subject, so the subject weighs less. */
    conditionSubject: number
    /** A table that is a group outranks the subject: 'the names for each city'. */
    grouped: number
    /** The table of the column shown before breaks a tie: 'the name and the date'. */
    shownBefore: number
    /** A table that the question mentions outranks one link of distance, even if it is mentioned far away. */
    mentioned: number
    /** Each word between the mention and the column costs a little, so that the nearest mention wins. */
    perWordBetween: number
    /** Words farther away than this all cost the same. */
    mostWordsBetween: number
    /** The table mentioned last before a condition outranks the subject and any later mention. */
    mentionedLast: number
    /** The maximum number of words between that mention and the condition. */
    lastWithin: number
    /** Each link from the subject outranks a tie, and two outrank being mentioned. */
    perLink: number
    /** A table that isn't connected loses to all that are. */
    unconnected: number
    /** A view loses to the tables that it is made from. */
    view: number
  }
  /** Which table a word means. */
  tablePick: {
    /** A full name outranks half a name, whatever else favors the other table. */
    name: number
    /** The subject wins a tie of names. */
    subject: number
    /** Of tables with equal names, the nearer one wins; a link outranks being the subject. */
    perLink: number
    /** Links farther away than this all cost the same. */
    mostLinks: number
    /** A view loses to a table of an equal name. */
    view: number
  }
  /** Which column a word means. */
  columnPick: {
    /** A better name outranks a nearer table; a slightly better one does not. */
    name: number
    /** The table that the question says owns the column outranks a better name elsewhere. */
    owner: number
    /** A column named after its owner in another table (`document_description`) outranks one more link. */
    calledAfterOwner: number
    /** A column named like the one asked for before it ('the color code and description') outranks a mention. */
    sister: number
    /** A foreign key loses a tie to the column that it references. */
    foreignKey: number
  }
  /** Which column an adjective refers to. */
  hintPick: {
    /** A name that begins or ends with the word outranks one that has it in the middle. */
    edge: number
    /** The adjective's first words outrank its later ones. */
    perRank: number
    /** A short name outranks a long one. */
    perWord: number
  }
  /** In which column a stored value is meant. */
  valuePick: {
    /** The same text outranks a plural or a common equivalent of the word, and a link of distance. */
    match: number
    /** The column that identifies rows wins a tie. */
    display: number
    /** A foreign key loses a tie to the column that it references. */
    foreignKey: number
  }
  /** What the use of a column implies about its kind; added to its score. */
  suitability: {
    /** A number to compute with outranks a mention of another table. */
    measurable: number
    /** Any other number outranks a text. */
    number: number
    /** A text can't be used in a computation, so it loses to every nearby number. */
    notComputable: number
    /** A number outranks a text if it is compared with a number or used for a ranking. */
    comparable: number
    /** A column that has the value outranks any nearer one. */
    hasValue: number
    /** A number wins a tie if its conditions only use numbers. */
    fitsNumber: number
    /** A column whose values are known and don't include the value loses. */
    lacksValue: number
  }
  /** Which table a question is about. */
  subjectPick: {
    /** The name of the table outranks having most of the columns. */
    name: number
    /** A view loses to a table with an equal name and one column less. */
    namedView: number
    /** Without a name, a view loses to a table with the same columns. */
    view: number
    /** A value found in the table weighs less than a named column. */
    value: number
    /** A table that is mentioned at all outranks one that only has a value. */
    mentioned: number
    /** A table whose rows have one key wins a tie. */
    singleKey: number
    /** Tables whose scores differ by less are equally likely if a name decides. */
    namedTie: number
    /** Tables whose scores differ by less are equally likely if columns decide. */
    tie: number
    /** The score below which no table is considered named. */
    least: number
  }
  /** Which of several paths between two tables the question means. */
  wayPick: {
    /** A link named like its parent (`language_id`) wins a tie over one with a role (`original_language_id`); each word of the question in a link's name outranks it. */
    plainLink: number
  }
  /** Which tables to search for values first. */
  spokenTable: {
    /** A table's name outranks the name of a column. */
    name: number
  }
  /** Scores that differ by less are equally good, so the engine asks back. */
  tie: number
  /** A table whose name fits this much better than the chosen one makes the choice doubtful. */
  doubtfulMargin: number
}

/** All of them; the training changes them in place. */
export const choices: ChoiceWeights = data.choices

export const {
  tableFit,
  tablePick,
  columnPick,
  hintPick,
  valuePick,
  suitability,
  subjectPick,
  wayPick,
  spokenTable,
  tie,
  doubtfulMargin,
} = choices
