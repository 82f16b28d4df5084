import i18next from 'i18next'

/** Returns a function that formats numbers in the user's language. Making a format takes longer than many uses of it. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value) => {
    const { language } = i18next
    const format = formats.get(language) ?? new Intl.NumberFormat(language, options)
    formats.set(language, format)
    return format.format(value)
  }
}
