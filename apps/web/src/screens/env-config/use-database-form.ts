import type { DatabaseType, TestResult } from '@parlance/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { testDatabase } from '../../api/env-config.ts'
import { checkForm, wizardRules, type FormProblems } from '../../components/database-form/check-form.ts'
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

const noProblems: FormProblems = { summary: null, fields: {} }

export interface DatabaseForm {
  state: FormState
  /** Shown once a test was refused for them. */
  problems: FormProblems
  refusals: number
  /** What would be saved; null while the form is not complete. */
  request: ReturnType<typeof toWizardRequest> | null
  /** Something was typed that cannot be saved as it is. */
  blocksSaving: boolean
  testing: boolean
  result: (TestResult & { advice?: string | null | undefined }) | null
  tested: boolean
  choose: (type: DatabaseType | null) => void
  chooseApplication: (id: string | null) => void
  setField: (name: string, value: FieldValue) => void
  test: () => Promise<void>
}

/** The state of the wizard's database form: another type or another setting forgets the test. */
export function useDatabaseForm(): DatabaseForm {
  const { t } = useTranslation()
  const [state, setState] = useState(emptyForm)
  const [isTyped, setTyped] = useState(false)
  const [checked, setChecked] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [result, setResult] = useState<DatabaseForm['result']>(null)
  const [testing, setTesting] = useState(false)
  const edition = useRef(0)
  const { summary } = checkForm(state, wizardRules)
  const request = summary === null ? toWizardRequest(state) : null

  const forgetTest = () => {
    edition.current += 1
    setResult(null)
  }
  return {
    state,
    problems: checked ? checkForm(state, wizardRules) : noProblems,
    refusals,
    request,
    blocksSaving: isTyped && request === null,
    testing,
    result,
    tested: result?.success === true,
    choose: (type) => {
      forgetTest()
      setChecked(false)
      if (type === null) setTyped(false)
      setState((current) => chooseType(type === null ? emptyForm : current, type, wizardPlace))
    },
    chooseApplication: (applicationId) => setState((current) => ({ ...current, applicationId })),
    setField: (name, value) => {
      forgetTest()
      setTyped(true)
      setState((current) => setField(current, name, value))
    },
    test: async () => {
      if (testing) return
      setChecked(true)
      if (request === null) {
        setRefusals((count) => count + 1)
        return
      }
      const current = edition.current
      setTesting(true)
      setResult(null)
      const answer = await testDatabase(request).catch((error: unknown) => ({
        success: false,
        message: `${t('Failed to test connection')}: ${error instanceof ApiError ? t(error.message) : t('the server did not answer')}`,
      }))
      setTesting(false)
      // The form was edited while the test ran: its answer is about something else.
      if (current === edition.current) setResult(answer)
    },
  }
}
