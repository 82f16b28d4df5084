import { zodResolver } from '@hookform/resolvers/zod'
import { message } from '@parlance/contract'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useForm, type FieldErrors, type FieldPath, type FieldValues, type UseFormProps } from 'react-hook-form'
import { z } from 'zod'
import { translateText } from './i18n.ts'

/** Error options: a rule without its own message gets ours, because a validator's messages are not for users. */
export const inOurWords = { error: () => message('Enter a valid value.').text }

/** A text field that may stay empty: only spaces mean null. */
export const emptyIsNull = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))

const wrongFields = '[aria-invalid="true"], [data-invalid] input'

export type FormOptions = Pick<UseFormProps, 'mode' | 'reValidateMode'>

/**
 * A form with the rules of a schema, and with its messages, which it declares with `message`.
 * A field shows its problem after the user leaves it, and all fields show theirs after a refused submission; `mode`
 * changes that. A refused submission moves the focus to the first invalid field.
 * @param schema what the form accepts; it may transform the input into the request.
 * @param values what the form shows. When they change, fields that the user did not touch follow.
 */
export function useZodForm<Schema extends z.ZodType, Values extends FieldValues & z.input<Schema>>(
  schema: Schema,
  values: Values,
  options: FormOptions = {},
) {
  type Checked = z.output<Schema>
  const isRunning = useRef(false)
  const form = useForm<Values, unknown, Checked>({
    mode: 'onTouched',
    ...options,
    values,
    resetOptions: { keepDirtyValues: true },
    // The schema accepts at least these values.
    resolver: zodResolver(schema as z.ZodType<Checked, Values>, inOurWords, { mode: 'sync' }),
  })
  const { touchedFields, isSubmitted, submitCount, errors } = form.formState
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const isRefused = useRef(false)
  useEffect(() => {
    isRefused.current = Object.keys(errors).length > 0
  })
  useEffect(() => {
    if (submitCount > 0 && isRefused.current) element?.querySelector<HTMLElement>(wrongFields)?.focus()
  }, [submitCount, element])

  const errorOf = (name: FieldPath<Values>): string | undefined => {
    const problem = form.getFieldState(name, form.formState).error?.message
    return problem === undefined ? undefined : translateText(problem)
  }
  return {
    ...form,
    /** Discards the input. */
    restart: (next: Values) => form.reset(next, { keepDirtyValues: false }),
    /** For a form with fields that are not plain inputs: focuses its first invalid field too. */
    element: setElement,
    /** The translated problem of a field, if it should be shown now. */
    errorOf,
    /** The props of a text field. `checks` names fields whose rules depend on this one. */
    field: (name: FieldPath<Values>, checks: FieldPath<Values>[] = []) => {
      const deps = checks.filter((other) => isSubmitted || Object.hasOwn(touchedFields, other))
      return { ...form.register(name, { deps }), error: errorOf(name) }
    },
    /** The props of a checkbox. */
    box: (name: FieldPath<Values>) => ({ ...form.register(name), type: 'checkbox' as const }),
    /** Changes fields that are not plain inputs. */
    edit: (change: Partial<Values>): void => {
      // Unlike `setValue`, it does not copy, so an unchanged list keeps its identity.
      form.setValues(change, { shouldDirty: true })
      if (isSubmitted || options.mode === 'onChange') void form.trigger(Object.keys(change) as FieldPath<Values>[])
    },
    /**
     * A submit handler that runs once at a time: disabling the button is too late to stop a second click, because
     * checking the fields takes a moment.
     * @param handle receives the checked values, and the typed ones.
     * @param refuse receives the problems of a refused submission.
     */
    submit:
      (handle: (checked: Checked, typed: Values) => Promise<unknown>, refuse?: (errors: FieldErrors<Values>) => void) =>
      async (event?: SyntheticEvent): Promise<void> => {
        event?.preventDefault()
        if (isRunning.current) return
        isRunning.current = true
        try {
          await form.handleSubmit((checked) => handle(checked, form.getValues()), refuse)(event)
        } finally {
          isRunning.current = false
        }
      },
  }
}

/** Waits for work whose failure is shown elsewhere. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
