import { useEffect, useRef } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useZodForm, type FormOptions } from '../../lib/use-zod-form.ts'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

interface Refusals<Values extends FieldValues, Checked> {
  /** What prevents saving valid fields; null if nothing does. */
  obstacle?: (checked: Checked) => string | null
  /** Asks before something that matters; false saves nothing and keeps the input. */
  confirm?: (checked: Checked) => Promise<boolean>
  /** Receives the errors of the fields. */
  refuse?: (errors: FieldErrors<Values>) => void
}

/**
 * The form of a settings section. It shows the stored values until the user changes something, and again after saving,
 * unless the user kept typing.
 */
export function useStoredForm<Schema extends z.ZodType, Values extends FieldValues & z.input<Schema>>(
  schema: Schema,
  stored: Values,
  options: FormOptions = {},
) {
  type Checked = z.output<Schema>
  const section = useSection()
  const form = useZodForm(schema, stored, { mode: 'onSubmit', ...options })
  // React Hook Form tracks which fields stay as typed only if both are read.
  const { isDirty, dirtyFields } = form.formState
  useDirty(isDirty && Object.keys(dirtyFields).length > 0)
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
  })
  const reset = () => form.restart(latest.current)
  return {
    ...form,
    section,
    /** Shows the stored values. */
    reset,
    /**
     * A submit handler that saves.
     * @param work saves and returns the message to show; it throws if it fails.
     * @param fallback the message for a failure that has none for users.
     */
    save: (
      work: (checked: Checked) => Promise<string>,
      fallback: string,
      { obstacle, confirm, refuse }: Refusals<Values, Checked> = {},
    ) =>
      form.submit(async (checked, typed) => {
        const problem = obstacle?.(checked) ?? null
        if (problem !== null) return section.refuse(problem)
        if (confirm !== undefined && !(await confirm(checked))) return undefined
        const isSaved = await section.run('save', () => work(checked), fallback)
        if (isSaved && JSON.stringify(form.getValues()) === JSON.stringify(typed)) reset()
        return undefined
      }, refuse),
  }
}
