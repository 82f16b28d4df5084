import { message, type DatabaseTypeField, type Message } from '@parlance/contract'
import { z } from 'zod'
import { holds, visibleFields, type FormState } from './form-state.ts'

export interface FormRules {
  /** The management requires a name; the wizard has none. */
  needsName: boolean
  needsApplication: boolean
  /** The wizard requires the password of a server; an edited connection keeps its stored one. */
  secrets: 'as the type says' | 'required' | 'kept'
}

export const newRules: FormRules = { needsName: true, needsApplication: false, secrets: 'as the type says' }
export const editRules: FormRules = { ...newRules, secrets: 'kept' }
export const wizardRules: FormRules = { needsName: false, needsApplication: true, secrets: 'required' }

export interface FormProblems {
  /** The one line above the form; null if all is well. */
  summary: Message | null
  /** By field name, in the order of the form. */
  fields: Record<string, Message>
}

const maxPort = 65_535

/** Finds missing and invalid fields; the summary is the document's text for them. */
export function checkForm(state: FormState, rules: FormRules): FormProblems {
  const general: Record<string, Message> = {}
  if (rules.needsName && state.name.trim() === '') general['name'] = message('Name is required')
  if (state.type === null) general['type'] = message('Choose a database type')
  if (rules.needsApplication && state.applicationId === null) {
    general['application_id'] = message('Application is required')
  }
  const details: Record<string, Message> = {}
  for (const field of visibleFields(state)) {
    const problem = checkField(field, state, rules)
    if (problem !== null) details[field.name] = problem
  }
  return { summary: summaryOf(general, details, state), fields: { ...general, ...details } }
}

/** The rules as a form's schema; which ones apply may depend on the input. */
export function connectionFormSchema(rulesOf: (state: FormState) => FormRules) {
  return z.custom<FormState>().superRefine((state, context) => {
    const { summary } = checkForm(state, rulesOf(state))
    if (summary !== null) context.addIssue({ code: 'custom', message: summary.text })
  })
}

/** Whether the field is currently required. */
export function isRequired(field: DatabaseTypeField, values: FormState['values'], rules: FormRules): boolean {
  if (field.secret && rules.secrets === 'kept') return false
  if (field.name === 'password' && field.visible_when === null && rules.secrets === 'required') return true
  return field.required || holds(field.required_when, values) === true
}

function summaryOf(
  general: Record<string, Message>,
  details: Record<string, Message>,
  state: FormState,
): Message | null {
  if (Object.keys(general).length > 0) return message('Please fill in all required fields')
  const names = Object.keys(details)
  if (names.some((name) => isEmpty(state.values[name]))) return message('Please fill in all connection details')
  return names.length > 0 ? message('Please fix the highlighted fields') : null
}

function checkField(field: DatabaseTypeField, state: FormState, rules: FormRules): Message | null {
  const value = state.values[field.name]
  if (isEmpty(value))
    return isRequired(field, state.values, rules) ? message('{field} is required', { field: field.label }) : null
  if (field.input !== 'number') return null
  const number = Number(value)
  const min = lowestOf(field)
  if (Number.isInteger(number) && number >= min && number <= maxPort) return null
  return message('{field} must be a whole number from {min} to {max}', { field: field.label, min, max: maxPort })
}

/** The smallest number that a field accepts. */
export function lowestOf(field: DatabaseTypeField): number {
  return field.name === 'port' ? 1 : 0
}

function isEmpty(value: string | boolean | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}
