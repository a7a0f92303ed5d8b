/** Writes every moment in the visitor's time zone, and keeps UTC for the pointer. Without this script pages tell UTC. */
export function showLocalTimes(page: Document = document): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-utc])')) {
    const at = new Date(time.dateTime);
    const local = LOCAL.format(at);
    // A relative time has its moment as title, any other is that moment.
    const utc = time.title || (time.textContent ?? '');
    time.dataset['utc'] = utc;
    if (time.title) time.title = `${local} (${utc})`;
    else {
      time.textContent = local;
      time.title = utc;
    }
  }
}

const LOCAL = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
