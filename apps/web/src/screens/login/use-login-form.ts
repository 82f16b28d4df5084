import { loginRequestSchema, type LoginRequest } from '@parlance/contract'
import { useRef, useState, type ChangeEvent } from 'react'
import { translateText } from '../../lib/i18n.ts'

/**
 * The two fields of the sign-in. The other forms use `useZodForm`; its library would take this page over its limit of
 * 180 KB, and the page must open fast for everyone.
 */
export function useLoginForm() {
  const [values, setValues] = useState<LoginRequest>({ email: '', password: '' })
  const [left, setLeft] = useState({ email: false, password: false })
  const password = useRef<HTMLInputElement>(null)
  const checked = loginRequestSchema.safeParse(values)

  const field = (name: keyof LoginRequest) => {
    const problem = left[name] ? checked.error?.issues.find(({ path }) => path[0] === name)?.message : undefined
    return {
      name,
      value: values[name],
      error: problem === undefined ? undefined : translateText(problem),
      onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
        setValues((before) => ({ ...before, [name]: value })),
    }
  }
  return {
    /** What can be sent; null while a field is invalid. */
    request: checked.success ? checked.data : null,
    email: field('email'),
    password: { ...field('password'), ref: password },
    selectPassword: () => {
      password.current?.focus()
      password.current?.select()
    },
  }
}
