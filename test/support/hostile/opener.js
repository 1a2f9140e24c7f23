// Opens a window of its own site and attacks it before any script runs there, in case the window's first, empty
// document shares its global object with the next page.
window.openVictim = (how, path) => {
  const victim = open(path);
  victim.marked = true;
  victim.loot = { ports: [], heard: [], messages: [], runtime: [], errors: [] };
  const script = victim.document.createElement('script');
  script.textContent = window.attackSource;
  victim.document.documentElement.append(script);
  victim.attacks.eavesdrop();
  if (how === 'wiretap') victim.attacks.wiretap();
  else if (how === 'pollute') victim.attacks.pollute();
  else victim.attacks.ruinAll(+how);
  window.victimWindow = victim;
};
