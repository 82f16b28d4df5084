/** One part of the features page: what happens, and facts in a few words each. */
export interface FeaturePart {
  id: string
  title: string
  paragraphs: string[]
  facts: string[]
}

export const parts: FeaturePart[] = [
  {
    id: 'questions',
    title: 'Natural-language queries',
    paragraphs: [
      'Ask in plain words. An agent finds the tables, writes the SQL, and answers with the number first. Follow-up questions build on the one before. When a question has two readings, it asks which one you mean.',
      'Numbers in the answer come from the rows. One that does not is taken out, and the answer is made again from the table.',
    ],
    facts: [
      'The built-in engine needs no key and no network',
      'Google Gemini, OpenAI, Anthropic, or any OpenAI-compatible address',
      'Values stay out of the prompt when data sharing is off',
      'CSV and Excel files become tables that can be asked about',
    ],
  },
  {
    id: 'databases',
    title: 'Multi-database support',
    paragraphs: [
      'Eleven kinds of database, each with the SQL of its own dialect: nothing is translated through a language in between.',
      'A connection is tested stage by stage before anyone can use it, and a failed test says which stage failed and what to do.',
    ],
    facts: [
      'PostgreSQL, MySQL, MariaDB, SQLite',
      'SQL Server, Oracle, SAP HANA',
      'Snowflake, BigQuery, Dremio',
      'MongoDB by its BI Connector, Google Sheets',
    ],
  },
  {
    id: 'security',
    title: 'Row-level and column-level security',
    paragraphs: [
      'Each query is parsed, proven to read only what it may, and rewritten so that every protected table is filtered and every masked column is masked, wherever it stands in the query. A query that cannot be proven does not run.',
    ],
    facts: [
      'Rules bind everyone, administrators included',
      'Preview as… shows what another person would see, with the receipt',
      'Ten masks: partial, email, phone, SSN, hash, ranges and more',
    ],
  },
  {
    id: 'business-areas',
    title: 'Business areas',
    paragraphs: [
      'A business area is a named group of tables with the joins between them, instructions, and what its words mean. A question asked in one area reads those tables alone, so a database of 10,000 tables answers like one of twelve.',
    ],
    facts: [
      'Joins offered from the foreign keys',
      'Descriptions and synonyms for areas, tables and columns',
      'Rules checked while they are typed, and proven when they are saved',
      'Answers marked as right become examples for the area',
    ],
  },
  {
    id: 'teams',
    title: 'Team collaboration',
    paragraphs: [
      'Areas are private, public, or shared with the people you choose. Administrators approve accounts, set limits on questions per day and month, and decide who reaches which database. Every action is in the audit log, without values and without secrets.',
    ],
    facts: [
      'Private, public and restricted visibility',
      'Attributes of a person that rules can compare with',
      'Audit log with filters and CSV',
    ],
  },
  {
    id: 'sql',
    title: 'Visible, editable SQL',
    paragraphs: [
      'Each answer carries its SQL, its rows and a receipt of what was done. Change the SQL and run it again: it goes through the same checks. Load all rows, chart them, or export them; exports are streamed, so that a million rows need no more memory than a hundred.',
    ],
    facts: [
      'A trace of every step, failed ones included',
      'Cancelling stops the query in the database',
      'Charts beside the table, and a page to make your own',
    ],
  },
]
