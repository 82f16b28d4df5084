import type { RouteCase } from './route-case.ts'

const area = '/api/v1/business-areas/:id'

const emptyDraft = {
  description: null,
  ai_instructions: null,
  synonyms: [],
  sample_questions: [],
  tables: [],
  joins: [],
  definitions: {},
}

const exampleText = { question: 'How many?', sql_query: 'SELECT 1' }

/** The area's owner and administrators see its versions, its draft, and the use of its definitions. */
export function contentMatrix(ownedArea: (below: string, payload?: object) => RouteCase): Record<string, RouteCase> {
  return {
    [`GET ${area}/versions`]: ownedArea('/versions'),
    [`GET ${area}/versions/:number`]: ownedArea('/versions/1'),
    [`POST ${area}/versions/:number/restore`]: {
      ...ownedArea('/versions/1/restore', {}),
      reaches: ['database', 'credentials'],
    },
    [`GET ${area}/definition-usage`]: ownedArea('/definition-usage'),
    [`GET ${area}/draft`]: { ...ownedArea('/draft'), reaches: ['database', 'credentials'] },
    [`PUT ${area}/draft`]: {
      ...ownedArea('/draft', { revision: null, area_version: 1, content: emptyDraft }),
      reaches: ['database', 'credentials'],
    },
    [`DELETE ${area}/draft`]: ownedArea('/draft?revision=1'),
    [`POST ${area}/draft/publish`]: {
      ...ownedArea('/draft/publish', { revision: '1', area_version: 1 }),
      reaches: ['database', 'credentials'],
    },
    [`GET ${area}/draft/examples`]: ownedArea('/draft/examples'),
    [`POST ${area}/draft/examples`]: {
      ...ownedArea('/draft/examples', exampleText),
      reaches: ['database', 'credentials'],
    },
    [`PUT ${area}/draft/examples/:exampleId`]: {
      ...ownedArea('/draft/examples/unknown', exampleText),
      reaches: ['database', 'credentials'],
    },
    [`DELETE ${area}/draft/examples/:exampleId`]: ownedArea('/draft/examples/unknown'),
    [`POST ${area}/draft/examples/:exampleId/revert`]: ownedArea('/draft/examples/unknown/revert'),
  }
}
