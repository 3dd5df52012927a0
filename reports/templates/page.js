// The page is whole without this: it adds copying, filtering and folding.
(() => {
  'use strict';
  const $ = (id) => document.getElementById(id);
  const said = $('said');

  const decode = (b64) => {
    const bytes = Uint8Array.from(atob(b64), (c) => c.charCodeAt(0));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  };

  // Where the clipboard is out of reach, a selection is copied as in older browsers.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement('textarea');
      area.className = 'offstage';
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand('copy');
      area.remove();
      return done;
    }
  };

  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    const label = button.firstChild;
    button.addEventListener('click', async () => {
      const done = await copy(decode(button.dataset.copy));
      label.data = done ? 'Copied' : 'Could not copy';
      said.textContent = label.data;
      setTimeout(() => { label.data = 'Copy'; said.textContent = ''; }, 2000);
    });
  }

  const articles = [...document.querySelectorAll('[data-finding]')];
  const entries = new Map(
    [...document.querySelectorAll('[data-entry]')].map((e) => [e.dataset.entry, e]),
  );
  const tools = $('tools');
  if (tools) {
    tools.hidden = false;
    tools.addEventListener('submit', (event) => event.preventDefault());
    let texts = null;
    const filter = () => {
      texts ??= articles.map((a) => a.textContent.toLowerCase());
      const words = $('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      articles.forEach((article, index) => {
        const hit = words.every((word) => texts[index].includes(word));
        article.hidden = !hit;
        const entry = entries.get(article.dataset.finding);
        if (entry) entry.hidden = !hit;
        left += hit ? 1 : 0;
      });
      $('matches').textContent = words.length ? `${left} of ${articles.length} findings` : '';
    };
    $('filter').addEventListener('input', filter);
    const all = (open) => articles.forEach((a) => { a.querySelector('details').open = open; });
    $('unfold').addEventListener('click', () => all(true));
    $('fold').addEventListener('click', () => all(false));
  }

  // A link to a finding unfolds it, and the browser then goes there.
  const reveal = () => {
    const target = /^#f\d+$/.test(location.hash) && $(location.hash.slice(1));
    const details = target && target.closest('details');
    if (details) {
      details.open = true;
      details.closest('article').scrollIntoView();
    }
  };
  addEventListener('hashchange', reveal);
  reveal();

  // On a phone the contents stay folded until they are asked for.
  const contents = document.querySelector('.contents');
  if (contents && matchMedia('(max-width: 70rem)').matches) contents.open = false;
})();
