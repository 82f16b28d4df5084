import { chooseTheme, readTheme, themes } from '../../lib/theme-store.ts'

/** The three theme buttons of the header. */
export function startThemeChoice(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-theme-choice]')]
  const show = () => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === readTheme()))
  }
  for (const button of buttons) {
    const theme = themes.find((name) => name === button.dataset.themeChoice)
    button.addEventListener('click', () => {
      if (theme) chooseTheme(theme)
      show()
    })
  }
  show()
}
