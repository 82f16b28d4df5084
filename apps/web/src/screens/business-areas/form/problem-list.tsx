import type { AreaProblem } from '@parlance/contract'
import { serverText } from '../../../lib/server-text.ts'
import { Note } from '../../../ui/note.tsx'
import { problemDatabase } from './problem-database.ts'

/** The problems that the server found in one part of the area. */
export function ProblemList({ problems, section }: { problems: AreaProblem[]; section: AreaProblem['section'] }) {
  const own = problems.filter((problem) => problem.section === section)
  const errors = own.filter((problem) => problem.severity === 'error')
  const warnings = own.filter((problem) => problem.severity === 'warning')
  return (
    <>
      {errors.length > 0 && <Problems tone="danger" problems={errors} />}
      {warnings.length > 0 && <Problems tone="warning" problems={warnings} />}
    </>
  )
}

export function Problems({ tone, problems }: { tone: 'danger' | 'warning'; problems: AreaProblem[] }) {
  return (
    <Note tone={tone} className="mt-2 w-full">
      <ul className="grid gap-1 wrap-anywhere">
        {problems.map((problem, at) => {
          const place = [problem.rule, problem.table].filter((part) => part !== null && part !== '')
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the problems of one answer never change their order
            <li key={at}>
              {place.length > 0 && <b>{place.join(' · ')}: </b>}
              {serverText(problem)}
              {problemDatabase(problem)}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
