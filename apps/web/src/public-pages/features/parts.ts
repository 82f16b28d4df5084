/** One part of the features page: paragraphs and a list of short facts. */
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
      'Ask in plain words. An agent finds the tables, writes the SQL, and answers with the number first. Follow-up questions build on the previous one. If a question can mean two things, Parlance asks which one you mean.',
      'Every number in an answer comes from the rows. If a model states another number, Parlance replaces its text with one made from the rows.',
    ],
    facts: [
      'The built-in engine needs no API key and no network',
      'Google Gemini, OpenAI, Anthropic, or any OpenAI-compatible server',
      'If data sharing is off, prompts contain no values from your data',
      'Attach CSV and Excel files and ask about them',
    ],
  },
  {
    id: 'databases',
    title: 'Multi-database support',
    paragraphs: [
      'Eleven kinds of database, each queried in its own SQL dialect.',
      'Parlance tests a connection stage by stage before anyone can use it. A failed test says which stage failed and what to do.',
    ],
    facts: [
      'PostgreSQL, MySQL, MariaDB, SQLite',
      'SQL Server, Oracle, SAP HANA',
      'Snowflake, BigQuery, Dremio',
      'MongoDB through its BI Connector, Google Sheets',
    ],
  },
  {
    id: 'security',
    title: 'Row-level and column-level security',
    paragraphs: [
      'Parlance parses each query, proves that it reads only what the user may read, and adds your filters and masks to every protected table in it. A query without such a proof does not run.',
    ],
    facts: [
      'Rules apply to everyone, including administrators',
      'Preview as… shows what another user would see',
      'Ten masks: partial, email, phone, SSN, hash, ranges and more',
    ],
  },
  {
    id: 'business-areas',
    title: 'Business areas',
    paragraphs: [
      'A business area is a named group of tables with their joins, instructions, and what its words mean. A question in an area reads only its tables, so a database of 10,000 tables is as easy to ask as one of twelve.',
    ],
    facts: [
      'Joins suggested from foreign keys',
      'Descriptions and synonyms for areas, tables and columns',
      'Rules checked while you type and proven when you save',
      'Answers marked as right become verified examples',
    ],
  },
  {
    id: 'teams',
    title: 'Team collaboration',
    paragraphs: [
      'Areas are private, public, or shared with the people you choose. Administrators approve accounts, limit questions per day and month, and decide who can use which database. Every action is in the audit log, without values or secrets.',
    ],
    facts: [
      'Private, public and restricted visibility',
      'User attributes that rules can use',
      'Audit log with filters and CSV',
    ],
  },
  {
    id: 'sql',
    title: 'Visible, editable SQL',
    paragraphs: [
      'Each answer includes its SQL, its rows, and a receipt of what was done. Change the SQL and run it again with the same checks. Load all rows, chart them, or export them. Exports are streamed, so their size does not matter.',
    ],
    facts: [
      'A trace of every step, including failed ones',
      'Canceling stops the query in the database',
      'Charts next to the table, and a page to design your own',
    ],
  },
]
