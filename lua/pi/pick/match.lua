--- How well a text fits what was typed: words in any order, each as a part of the text or as letters in their order.
local M = {}

--- Added for a word that is not in the text as such, only its letters.
local SCATTERED = 10000
local NOT_A_START = 1000

---@param text string
---@return string
function M.fold(text)
  return text:find("[\128-\255]") and vim.fn.tolower(text) or text:lower()
end

---@param query string
---@return string[] words folded
function M.words(query)
  return vim.split(M.fold(query), "%s+", { trimempty = true })
end

---@param word string
---@return string[] characters
local function characters(word)
  local list = {}
  for character in word:gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    list[#list + 1] = character
  end
  return list
end

--- Where the letters of a word stand in a text, as close together as its first end allows.
---@param text string folded
---@param word string folded
---@return integer[]? positions first bytes
local function scattered(text, word)
  local letters, at = characters(word), 0
  for _, letter in ipairs(letters) do
    at = text:find(letter, at + 1, true)
    if at == nil then
      return nil
    end
  end
  local positions = {}
  for i = #letters, 1, -1 do
    while text:sub(at, at + #letters[i] - 1) ~= letters[i] do
      at = at - 1
    end
    positions[i] = at
    at = at - 1
  end
  return positions
end

---@param text string folded
---@param word string folded
---@return integer? score
local function score_word(text, word)
  local first = text:find(word, 1, true)
  if first then
    local is_start = first == 1 or text:sub(first - 1, first - 1):find("[%s%p]") ~= nil
    return (is_start and 0 or NOT_A_START) + math.min(first, 50)
  end
  local positions = scattered(text, word)
  return positions and SCATTERED + positions[#positions] - positions[1]
end

---@param text string folded
---@param words string[]
---@return integer? score the lower the better; nil when it does not fit
function M.score(text, words)
  local total = 0
  for _, word in ipairs(words) do
    local score = score_word(text, word)
    if score == nil then
      return nil
    end
    total = total + score
  end
  return total
end

--- What to highlight of a text.
---@param text string
---@param words string[]
---@return { [1]: integer, [2]: integer }[] spans first byte from 0, and the one behind the last
function M.spans(text, words)
  local folded, spans = M.fold(text), {}
  if #folded ~= #text then
    return spans
  end
  for _, word in ipairs(words) do
    local first = folded:find(word, 1, true)
    if first then
      spans[#spans + 1] = { first - 1, first - 1 + #word }
    else
      local letters = characters(word)
      for i, at in ipairs(scattered(folded, word) or {}) do
        spans[#spans + 1] = { at - 1, at - 1 + #letters[i] }
      end
    end
  end
  return spans
end

return M
