import type { SchemaTexts } from './text.ts'

const revision = '5f0c9b1e-4a56-4c3e-9d0e-2b7b7a1f0c11'
const exampleId = '5d20aac8-e147-4b9f-a03c-d86f1b72e594'

/** Texts of the drafts of business areas. */
export const draftTexts: SchemaTexts = {
  SaveDraftRequest: {
    description: 'The draft to save.',
    properties: {
      revision: ['The revision of the draft that you read. Null if there was none.', revision],
      area_version: [
        'The version of the area that `content` is compared with. What equals it is not part of the draft.',
        3,
      ],
      content: 'Everything that the area says in the draft.',
      'content.description': ['Description of the area.', 'Orders of the shop.'],
      'content.ai_instructions': ['Instructions for the model.', 'Revenue excludes refunds.'],
      'content.synonyms': ['Other words for the area.', ['sales']],
      'content.sample_questions': [
        'Questions that a new conversation offers first.',
        ['What is the revenue by month?'],
      ],
      'content.tables': 'Descriptions of tables. Tables that the area does not have are left out.',
      'content.tables.table_name': ['Name of the table.', 'orders'],
      'content.tables.description': ['What the table contains.', 'One row per order'],
      'content.tables.synonyms': ['Other words for the table.', ['sales']],
      'content.tables.columns': 'Descriptions of columns.',
      'content.joins': 'Relationships.',
      'content.definitions': 'Definitions.',
    },
  },
  SavedDraft: {
    description: 'The draft of an area, beside what is published.',
    properties: {
      revision: ['Changes each time the draft is saved.', revision],
      area_version: ['The version of the area that is published now.', 3],
      started_by_name: ['Who started the draft. Null if the user no longer exists.', 'ann'],
      started_at: ['When the draft was started.', '2026-11-23T09:30:00.000Z'],
      updated_by_name: ['Who last saved the draft. Null if the user no longer exists.', 'ann'],
      updated_at: ['When the draft was last saved.', '2026-11-23T09:45:00.000Z'],
      published: 'What the published area says.',
      content: 'What the area says with the changes of the draft.',
      changes: ['Number of things that the draft changes, such as an instruction or a metric.', 2],
      collisions: 'What the draft and the published area both changed.',
      problems: 'Errors and warnings of the draft.',
      can_ask: 'Whether questions can be asked in it. False if it has errors.',
    },
  },
  DraftCollision: {
    description: 'Something that was published differently after the draft had changed it.',
    properties: {
      id: ['Identifies it when you publish the draft.', '["metrics","revenue"]'],
      part: 'The part of the area.',
      before: 'Only this, as it was when the draft changed it.',
      published: 'Only this, as it is published.',
      draft: 'Only this, as it is in the draft.',
    },
  },
  SavedDraftResponse: {
    description: 'The draft of an area.',
    properties: { draft: 'The draft. Null if there is none.' },
  },
  DiscardAreaDraftResponse: {
    description: 'The area whose draft was discarded.',
    properties: { area_id: ['ID of the area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'] },
  },
  PublishDraftRequest: {
    description: 'The draft to publish.',
    properties: {
      revision: ['The revision of the draft that you compared.', revision],
      area_version: ['The version of the area that you compared it with.', 3],
      examples_revision: [
        "The revision of the draft's verified examples that you compared. Null if it never changed one.",
        revision,
        null,
      ],
      reason: ['Why it is published, for the list of versions.', 'Revenue excludes refunds'],
      collisions: 'What applies for each collision.',
      'collisions.id': ['The collision, or the ID of a verified example.', '["metrics","revenue"]'],
      'collisions.use': 'Which one to publish.',
    },
  },
  DraftExample: {
    description: 'What a draft does with a verified example.',
    properties: {
      id: ['ID of the example, or the ID that a new one will have.', exampleId],
      database_config_id: ['ID of the connection.', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
      before: 'The example when the draft changed it. Null for a new one.',
      'before.question': ['The question.', 'How many orders are open?'],
      'before.sql_query': ['The SQL.', "SELECT COUNT(*) FROM orders WHERE status = 'open'"],
      published: 'The example as it is published now. Null if there is none.',
      'published.question': ['The question.', 'How many orders are open?'],
      'published.sql_query': ['The SQL.', "SELECT COUNT(*) FROM orders WHERE status = 'open'"],
      draft: 'The example of the draft. Null if the draft deletes it.',
      'draft.question': ['The question.', 'How many orders are open?'],
      'draft.sql_query': ['The SQL.', "SELECT COUNT(*) FROM orders WHERE status IN ('open', 'paid')"],
      collides: ['Whether someone changed the published one after the draft changed it.', false],
      problem: 'Why the SQL is refused now. Null if it is not.',
    },
  },
  DraftExamples: {
    description: 'The verified examples that a draft adds, changes, or deletes.',
    properties: {
      revision: ['Changes each time an example of the draft changes. Null if none did.', revision],
      examples: 'The examples, oldest change first.',
      hidden: ['Number of others, in databases that you cannot use.', 0],
    },
  },
  AddDraftExampleRequest: {
    description: 'A verified example for a draft.',
    like: ['AddExampleRequest'],
    properties: { question: ['The question.', 'How many orders are open?'] },
  },
  CheckedDraftExample: {
    description: 'An example of a draft with the rows of its SQL.',
    like: ['CheckedExample'],
    properties: { id: ['ID of the example.', exampleId] },
  },
  DeleteDraftExampleResponse: {
    description: 'The deleted example.',
    properties: { id: ['ID of the example.', exampleId] },
  },
  RevertDraftExampleResponse: {
    description: 'The example whose change was taken back.',
    properties: { id: ['ID of the example.', exampleId] },
  },
}
