import type { AreaProblem } from '@parlance/contract'
import { Problems } from '../form/problem-list.tsx'

/** Problems that no field shows. */
export function OtherProblems({ problems }: { problems: AreaProblem[] }) {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  return (
    <>
      {errors.length > 0 && <Problems tone="danger" problems={errors} />}
      {warnings.length > 0 && <Problems tone="warning" problems={warnings} />}
    </>
  )
}
