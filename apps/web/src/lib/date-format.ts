import i18next from 'i18next'

/** Returns a function that formats dates in the user's language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (date) => {
    const { language } = i18next
    const format = formats.get(language) ?? new Intl.DateTimeFormat(language, options)
    formats.set(language, format)
    return format.format(date)
  }
}
