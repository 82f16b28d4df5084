import type { Reach } from '../http/route.ts'
import type { RouteCase } from './route-case.ts'

const evaluation = '/api/v1/business-areas/:id/evaluation'
const askedSet = `${evaluation}/sets/:setId`
const askedRun = `${evaluation}/runs/:runId`
const reading: Reach[] = ['database', 'credentials']

/** The area's owner and administrators see its evaluation. */
export function evaluationMatrix(ownedArea: (below: string, payload?: object) => RouteCase): Record<string, RouteCase> {
  return {
    [`GET ${evaluation}/sets`]: ownedArea('/evaluation/sets'),
    [`POST ${evaluation}/sets`]: ownedArea('/evaluation/sets', { name: 'Mine' }),
    [`GET ${askedSet}`]: ownedArea('/evaluation/sets/set'),
    [`PUT ${askedSet}`]: ownedArea('/evaluation/sets/set', { name: 'Mine' }),
    [`DELETE ${askedSet}`]: ownedArea('/evaluation/sets/set'),
    [`GET ${askedSet}/questions`]: ownedArea('/evaluation/sets/set/questions'),
    [`POST ${askedSet}/questions`]: {
      ...ownedArea('/evaluation/sets/set/questions', { question: 'How many?', expected_sql: 'SELECT 1' }),
      reaches: reading,
    },
    [`POST ${askedSet}/questions/approve`]: ownedArea('/evaluation/sets/set/questions/approve', {}),
    [`GET ${askedSet}/questions/:questionId`]: ownedArea('/evaluation/sets/set/questions/one'),
    [`PUT ${askedSet}/questions/:questionId`]: {
      ...ownedArea('/evaluation/sets/set/questions/one', { tags: [] }),
      reaches: reading,
    },
    [`DELETE ${askedSet}/questions/:questionId`]: ownedArea('/evaluation/sets/set/questions/one'),
    [`POST ${evaluation}/check-file`]: {
      ...ownedArea('/evaluation/check-file', { format: 'csv', text: 'question,expected_sql' }),
      reaches: reading,
    },
    [`POST ${askedSet}/import`]: {
      ...ownedArea('/evaluation/sets/set/import', { format: 'csv', text: 'question,expected_sql' }),
      reaches: reading,
    },
    [`POST ${askedSet}/add-examples`]: { ...ownedArea('/evaluation/sets/set/add-examples'), reaches: reading },
    [`POST ${askedSet}/runs`]: { ...ownedArea('/evaluation/sets/set/runs', {}), reaches: [...reading, 'model'] },
    [`GET ${askedSet}/runs`]: ownedArea('/evaluation/sets/set/runs'),
    [`GET ${askedRun}`]: ownedArea('/evaluation/runs/run'),
    [`POST ${askedRun}/cancel`]: ownedArea('/evaluation/runs/run/cancel'),
    [`DELETE ${askedRun}`]: ownedArea('/evaluation/runs/run'),
    [`GET ${askedRun}/results`]: ownedArea('/evaluation/runs/run/results'),
    [`GET ${askedRun}/results/:questionId`]: ownedArea('/evaluation/runs/run/results/one'),
    [`POST ${askedRun}/results/:questionId/rerun`]: {
      ...ownedArea('/evaluation/runs/run/results/one/rerun'),
      reaches: reading,
    },
    [`GET ${askedRun}/comparison`]: ownedArea('/evaluation/runs/run/comparison?before=other'),
  }
}
