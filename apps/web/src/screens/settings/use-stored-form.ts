import { useEffect, useRef } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useZodForm, type FormOptions } from '../../lib/use-zod-form.ts'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

interface Refusals<Values extends FieldValues, Checked> {
  /** What keeps valid fields from being saved; null when nothing does. */
  obstacle?: (checked: Checked) => string | null
  /** Gets what is wrong with the fields. */
  refuse?: (errors: FieldErrors<Values>) => void
}

/**
 * The form of a section of the settings. It shows what is stored until the user changes something, and again after it
 * was saved, unless the user typed on meanwhile.
 */
export function useStoredForm<Schema extends z.ZodType, Values extends FieldValues & z.input<Schema>>(
  schema: Schema,
  stored: Values,
  options: FormOptions = {},
) {
  type Checked = z.output<Schema>
  const section = useSection()
  const form = useZodForm(schema, stored, { mode: 'onSubmit', ...options })
  // React Hook Form knows the fields that stay as typed only where both are read.
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
    /** Shows what is stored. */
    reset,
    /**
     * A submit handler that saves.
     *
     * @param work saves and returns what to say of it; it throws what went wrong.
     * @param fallback what to say of a failure without words for users.
     */
    save: (
      work: (checked: Checked) => Promise<string>,
      fallback: string,
      { obstacle, refuse }: Refusals<Values, Checked> = {},
    ) =>
      form.submit(async (checked, typed) => {
        const problem = obstacle?.(checked) ?? null
        if (problem !== null) return section.refuse(problem)
        const isSaved = await section.run('save', () => work(checked), fallback)
        if (isSaved && JSON.stringify(form.getValues()) === JSON.stringify(typed)) reset()
        return undefined
      }, refuse),
  }
}
