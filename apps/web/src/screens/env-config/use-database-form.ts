import type { DatabaseType, TestResult } from '@parlance/contract'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { testDatabase } from '../../api/env-config.ts'
import {
  checkForm,
  connectionFormSchema,
  wizardRules,
  type FormProblems,
} from '../../components/database-form/check-form.ts'
import { toWizardRequest } from '../../components/database-form/form-request.ts'
import {
  chooseType,
  emptyForm,
  setField,
  wizardPlace,
  type FieldValue,
  type FormState,
} from '../../components/database-form/form-state.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useZodForm } from '../../lib/use-zod-form.ts'

const noProblems: FormProblems = { summary: null, fields: {} }
const schema = connectionFormSchema(() => wizardRules)

export interface DatabaseForm {
  state: FormState
  /** Shown after a test was refused because of them. */
  problems: FormProblems
  element: (form: HTMLFormElement | null) => void
  /** What would be saved; null while the form is incomplete. */
  request: ReturnType<typeof toWizardRequest> | null
  /** The form contains input that cannot be saved yet. */
  blocksSaving: boolean
  testing: boolean
  result: (TestResult & { advice?: string | null | undefined }) | null
  tested: boolean
  choose: (type: DatabaseType | null) => void
  chooseApplication: (id: string | null) => void
  setField: (name: string, value: FieldValue) => void
  test: (event?: SyntheticEvent) => Promise<void>
}

/** The state of the wizard's database form; changing the type or a setting discards the test. */
export function useDatabaseForm(): DatabaseForm {
  const { t } = useTranslation()
  const form = useZodForm(schema, emptyForm)
  const [isTyped, setTyped] = useState(false)
  const [result, setResult] = useState<DatabaseForm['result']>(null)
  const [testing, setTesting] = useState(false)
  const edition = useRef(0)
  const state = form.watch()
  const { isSubmitted } = form.formState
  const problems = checkForm(state, wizardRules)
  const request = problems.summary === null ? toWizardRequest(state) : null

  const forgetTest = () => {
    edition.current += 1
    setResult(null)
  }
  const test = async (typed: FormState) => {
    const current = edition.current
    setTesting(true)
    setResult(null)
    const answer = await testDatabase(toWizardRequest(typed)).catch((error: unknown) => ({
      success: false,
      message:
        error instanceof ApiError
          ? t('Failed to test connection: {reason}', { reason: error.message })
          : t('Failed to test connection: the server did not respond. Try again.'),
    }))
    setTesting(false)
    // The form was edited while the test ran, so its result is outdated.
    if (current === edition.current) setResult(answer)
  }
  return {
    state,
    element: form.element,
    problems: isSubmitted ? problems : noProblems,
    request,
    blocksSaving: isTyped && request === null,
    testing,
    result,
    tested: result?.success === true,
    choose: (type) => {
      forgetTest()
      if (type === null) setTyped(false)
      form.restart(chooseType(type === null ? emptyForm : form.getValues(), type, wizardPlace))
    },
    chooseApplication: (applicationId) => form.edit({ applicationId }),
    setField: (name, value) => {
      forgetTest()
      setTyped(true)
      form.edit(setField(form.getValues(), name, value))
    },
    test: (event) => form.submit((_checked, typed) => test(typed))(event),
  }
}
