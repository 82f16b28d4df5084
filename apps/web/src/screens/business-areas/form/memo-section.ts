import { memo, type ComponentType } from 'react'

/** A part of the form that renders again only when something it shows has changed. */
export function memoSection<Form extends object, Props extends { form: Form }>(
  parts: (keyof Form)[],
  section: ComponentType<Props>,
) {
  return memo(section, (before, after) =>
    Object.entries(after).every(([name, value]) => {
      const old: unknown = before[name as keyof Props]
      if (name === 'form') return parts.every((part) => before.form[part] === after.form[part])
      return old === value
    }),
  )
}
