import { createContext, use, useCallback, useEffect, useId, useMemo, useState } from 'react'

type Report = (form: string, isDirty: boolean) => void

const DirtyContext = createContext<Report>(() => undefined)
export const DirtyProvider = DirtyContext.Provider

/** Whether any of the forms below has unsaved changes, so that one question covers all of them. */
export function useDirtyForms(): { isDirty: boolean; report: Report } {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<Report>((form, isDirty) => {
    setForms((current) => {
      if (current.has(form) === isDirty) return current
      const next = new Set(current)
      if (isDirty) next.add(form)
      else next.delete(form)
      return next
    })
  }, [])
  return useMemo(() => ({ isDirty: forms.size > 0, report }), [forms, report])
}

/** Reports to the settings whether this form has unsaved changes. */
export function useDirty(isDirty: boolean): void {
  const id = useId()
  const report = use(DirtyContext)
  useEffect(() => {
    report(id, isDirty)
    return () => report(id, false)
  }, [id, isDirty, report])
}
