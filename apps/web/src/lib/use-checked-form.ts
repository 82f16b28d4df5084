import { useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'

/**
 * The state of a small form of texts: a field says what is wrong once it was left, all of them once a submission was
 * refused. The whole schema is read at each change, so that fields which depend on each other agree.
 */
export function useCheckedForm<Values extends Record<string, string>>(schema: z.ZodType<Values>, initial: Values) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const inputs = useRef(new Map<keyof Values, HTMLInputElement>())
  const problems = problemsOf(schema, values)

  return {
    isValid: problems.size === 0,
    /** What a field of the form is given. */
    field: (name: keyof Values & string) => {
      const problem = left.has(name) ? problems.get(name) : undefined
      return {
        name,
        value: values[name] ?? '',
        error: problem === undefined ? undefined : t(problem),
        ref: (input: HTMLInputElement | null) => {
          if (input === null) inputs.current.delete(name)
          else inputs.current.set(name, input)
        },
        onBlur: () => setLeft((before) => new Set(before).add(name)),
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          const { value } = event.target
          setValues((before) => ({ ...before, [name]: value }))
        },
      }
    },
    /** Hands the checked values on; or shows every problem and leads to the first. */
    submit: (handle: (checked: Values) => Promise<unknown>) => async (): Promise<void> => {
      const checked = schema.safeParse(values)
      if (checked.success) {
        await handle(checked.data)
        return
      }
      setLeft(new Set(Object.keys(values)))
      const first = Object.keys(values).find((name) => problems.has(name))
      if (first !== undefined) inputs.current.get(first)?.focus()
    },
    focus: (name: keyof Values) => {
      inputs.current.get(name)?.focus()
      inputs.current.get(name)?.select()
    },
  }
}

/** The first problem of each field. */
function problemsOf<Values>(schema: z.ZodType<Values>, values: Values): Map<string, string> {
  const problems = new Map<string, string>()
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const name = String(issue.path[0])
    if (!problems.has(name)) problems.set(name, issue.message)
  }
  return problems
}
