// Runs before the first paint, so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem('parlance:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme stands.
}
// What needs a script has its place from the first paint on, and nothing moves when the script comes.
document.documentElement.classList.add('has-script')
